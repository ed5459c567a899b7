#include "report/page.hpp"

#include "core/text.hpp"
#include "version.hpp"

#include <fmt/format.h>

namespace grader {
namespace {

constexpr const char* page_look =
    ":root{color-scheme:light dark;--ink:#1d2126;--paper:#fff;--faint:#555d66;--line:#c9ced4;"
    "--code:#f3f4f6;--good:#17612f;--bad:#a11d28;--open:#6d4900;--link:#0b57b0;--bar:#3b74b9}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e4e7eb;--paper:#14171b;--faint:#a8b0b9;"
    "--line:#414952;--code:#1e2329;--good:#7fd49a;--bad:#ff9d9d;--open:#f0c66b;--link:#8ab8f5;"
    "--bar:#6ea3e0}}\n"
    "body{margin:1.5rem auto;max-width:60rem;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;"
    "color:var(--ink);background:var(--paper);overflow-wrap:break-word}\n"
    "h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}\n"
    "h2{font-size:1.15rem;margin:2rem 0 .5rem;padding-top:.5rem;"
    "border-top:1px solid var(--line)}\n"
    "h3{font-size:1rem;margin:1.25rem 0 .25rem}\n"
    "p,ul{margin:.4rem 0}ul{padding-left:1.25rem}a{color:var(--link)}\n"
    "pre{margin:.5rem 0;padding:.5rem .75rem;overflow-x:auto;background:var(--code);"
    "font-size:.85rem;line-height:1.4}\n"
    ".wide{overflow-x:auto;margin:.5rem 0}\n"
    "table{border-collapse:collapse;font-size:.9rem}\n"
    "th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;"
    "border-bottom:1px solid var(--line);min-width:2.5rem}\n"
    ".n{text-align:right;white-space:nowrap}.t{overflow-wrap:anywhere;min-width:9rem}"
    "td p{margin:0}small,footer{color:var(--faint)}\n"
    "small{display:block}footer{margin-top:2rem;font-size:.85rem}\n"
    "summary{cursor:pointer}.word{font-weight:600;white-space:nowrap}\n"
    ".good{color:var(--good)}.bad{color:var(--bad)}.open{color:var(--open)}\n"
    ".bar{display:block;width:9rem;height:.8rem;margin-top:.3rem;border:1px solid var(--faint)}\n"
    ".bar i{display:block;height:100%;background:var(--bar);-webkit-print-color-adjust:exact;"
    "print-color-adjust:exact}\n"
    "@media(max-width:30rem){body{padding:0 .6rem}.bar{width:5rem}th,td{padding-right:.5rem}}\n"
    "@media print{@page{margin:18mm}body{margin:0;max-width:none;font-size:11pt}a{color:inherit}"
    "pre{white-space:pre-wrap;border:1px solid var(--line)}.wide{overflow:visible}"
    "h2,h3{break-after:avoid}tr,pre{break-inside:avoid}"
    "details::details-content{content-visibility:visible;height:auto}}\n";  // paper unfolds nothing

}  // namespace

std::string html_page(std::string_view title, const std::string& body, std::string_view style) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<title>{}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n<main>\n{}</main>\n"
      "<footer>softmark {}</footer>\n</body>\n</html>\n",
      markup(title), page_look, style, body, SOFTMARK_VERSION);
}

std::string html_paragraph(std::string_view text) {
  return text.empty() ? "" : fmt::format("<p>{}</p>\n", markup(text));
}

std::string html_lines(const std::vector<std::string>& lines) {
  std::string text;
  bool code = false;
  for (const std::string& line : lines) {
    const bool is_code = line.starts_with(' ');
    if (is_code && !code) text += "<pre tabindex=\"0\">";
    if (!is_code && code) text += "</pre>\n";
    text += is_code ? markup(line) + '\n' : html_paragraph(line);
    code = is_code;
  }
  return code ? text + "</pre>\n" : text;
}

std::string html_verdict(Verdict verdict, std::string_view words) {
  const bool passed = verdict == Verdict::passed;
  const bool open = verdict == Verdict::not_started || verdict == Verdict::skipped ||
                    verdict == Verdict::missing_file || verdict == Verdict::internal_error;
  const char* look = passed ? "good" : open ? "open" : "bad";
  const char* sign = passed ? "&#10003;" : open ? "&#9675;" : "&#10007;";
  return fmt::format("<span class=\"word {}\"><span aria-hidden=\"true\">{}</span> {}</span>", look,
                     sign, markup(words));
}

std::string html_table(const std::vector<std::string>& heads, const std::string& rows) {
  std::string text = "<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead><tr>";
  for (const std::string& head : heads) {
    const bool numbers = head.starts_with('#');
    text += fmt::format("<th scope=\"col\"{}>{}</th>", numbers ? " class=\"n\"" : "",
                        markup(head.substr(numbers ? 1 : 0)));
  }
  return text + "</tr></thead>\n<tbody>\n" + rows + "</tbody>\n</table>\n</div>\n";
}

}  // namespace grader
