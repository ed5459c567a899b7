#include "report/page.hpp"

#include "version.hpp"

#include <cmark-gfm-core-extensions.h>

#include <memory>

namespace grader {
namespace {

constexpr char page_look[] =
    ":root{color-scheme:light dark;--ink:#1d2126;--paper:#fff;--faint:#555d66;--line:#c9ced4;"
    "--code:#f3f4f6;--link:#0b57b0;--bar:#3b74b9;--yours:#b3382f;--expected:#1467c2}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e4e7eb;--paper:#14171b;--faint:#a8b0b9;"
    "--line:#414952;--code:#1e2329;--link:#8ab8f5;--bar:#6ea3e0;--yours:#f08a7c;"
    "--expected:#7fb4f5}}\n"
    "body{margin:1.5rem auto;max-width:65rem;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;"
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
    "main>table td{overflow-wrap:anywhere}"
    ".n{text-align:right;white-space:nowrap}.t{overflow-wrap:anywhere;min-width:9rem}"
    "td p{margin:0}small,footer{color:var(--faint)}\n"
    "small{display:block}footer{margin-top:2rem;font-size:.85rem}\n"
    "summary{cursor:pointer}\n"
    ".bar{display:block;width:9rem;height:.8rem;margin-top:.3rem;border:1px solid var(--faint)}\n"
    ".bar i{display:block;height:100%;background:var(--bar);-webkit-print-color-adjust:exact;"
    "print-color-adjust:exact}\n"
    "figure{margin:.5rem 0}figcaption{font-size:.9rem}\n"
    "svg{height:auto;max-width:100%;font:12px system-ui,sans-serif;fill:var(--ink)}\n"
    "rect{shape-rendering:crispEdges}\n"
    ".frame,.yours,.expected{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}"
    ".frame{stroke:var(--faint);stroke-width:1}.yours{stroke:var(--yours)}"
    ".expected{stroke:var(--expected);stroke-dasharray:6 4}\n"
    ".maps{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}"
    ".legends{display:flex;flex-direction:column;align-items:flex-start;margin-top:.5rem}"
    ".chart{overflow-x:auto}.chart svg{max-width:none}\n"
    ".numbers{font-size:.85rem}.numbers table{margin:.5rem 0 1rem}"
    ".numbers caption{text-align:left;font-weight:600}"
    ".numbers th,.numbers td{text-align:right;white-space:nowrap}\n"
    "@media(max-width:30rem){body{padding:0 .6rem}.bar{width:5rem}th,td{padding-right:.5rem}}\n"
    "@media print{@page{margin:18mm}body{margin:0;max-width:none;font-size:11pt}a{color:inherit}"
    "pre{white-space:pre-wrap;border:1px solid var(--line)}.wide{overflow:visible}"
    "h2,h3{break-after:avoid}tr,pre{break-inside:avoid}"
    "svg{break-inside:avoid}.chart{overflow:visible}.chart svg{max-width:100%}"
    ".numbers:not([open]){display:none}.numbers summary{break-after:avoid}"
    ".numbers table{font-size:8pt}"
    ".maps svg,.legends svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    "details::details-content{content-visibility:visible;height:auto}}\n";  // paper unfolds nothing

}  // namespace

Html html_of_markdown(const std::string& markdown) {
  [[maybe_unused]] static const bool registered =
      (cmark_gfm_core_extensions_ensure_registered(), true);
  const std::unique_ptr<cmark_parser, decltype(&cmark_parser_free)> parser(
      cmark_parser_new(CMARK_OPT_DEFAULT), cmark_parser_free);
  cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension("table"));
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  const std::unique_ptr<cmark_node, decltype(&cmark_node_free)> document(
      cmark_parser_finish(parser.get()), cmark_node_free);
  const std::unique_ptr<char, decltype(&std::free)> text(
      cmark_render_html(document.get(), CMARK_OPT_DEFAULT,
                        cmark_parser_get_syntax_extensions(parser.get())),
      std::free);
  std::string safe = markup_without_orders(text.get());
  constexpr std::string_view block = "<pre>";  // the keyboard must reach what scrolls
  for (std::size_t at = safe.find(block); at != safe.npos; at = safe.find(block, at + 1))
    safe.replace(at, block.size(), "<pre tabindex=\"0\">");
  return Html(std::move(safe));
}

std::string html_page(std::string_view title, const Html& body) {
  return html(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" "
             "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
             "<meta name=\"referrer\" content=\"no-referrer\">\n"
             "<title>{0}</title>\n<style>\n{1}</style>\n</head>\n<body>\n<main>\n"
             "<h1>{0}</h1>\n{2}</main>\n<footer>softmark {3}</footer>\n</body>\n</html>\n",
             title, Html(page_look), body, SOFTMARK_VERSION)
      .text();
}

}  // namespace grader
