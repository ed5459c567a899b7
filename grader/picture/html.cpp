#include "core/text.hpp"
#include "picture/draw.hpp"
#include "picture/svg.hpp"

#include <fmt/format.h>

namespace grader {
namespace {

constexpr const char* page_style =
    ":root{color-scheme:light dark}"
    "body{margin:1.5rem auto;max-width:72rem;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;"
    "color:#1d2126;background:#fff}"
    "h1{font-size:1.35rem}h2{font-size:1.05rem;margin:2rem 0 .5rem}"
    "pre{overflow-x:auto;font-size:.85rem}p{margin:.3rem 0;overflow-wrap:anywhere}"
    "figure{margin:0;overflow-x:auto}figcaption{font-size:.9rem}"
    "@media(prefers-color-scheme:dark){body{color:#e4e7eb;background:#14171b}}";

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : fmt::format("<p>{}</p>\n", markup(text));
}

/// Lines of code that follow each other become one block.
std::string remarks(const std::vector<std::string>& lines) {
  std::string text;
  bool code = false;
  for (const std::string& line : lines) {
    const bool is_code = line.starts_with(' ');
    if (is_code && !code) text += "<pre>";
    if (!is_code && code) text += "</pre>\n";
    text += is_code ? markup(line) + '\n' : paragraph(line);
    code = is_code;
  }
  return code ? text + "</pre>\n" : text;
}

/// A drawing with its heading and notes. `number` makes its ids the only ones on the page.
std::string section(const std::string& title, const Drawing& drawing,
                    const std::vector<std::string>& notes, std::size_t number) {
  std::string text = fmt::format(
      "<h2 id=\"picture-{0}\">{1}</h2>\n<figure>\n"
      "<svg width=\"{2:.0f}\" height=\"{3:.0f}\" viewBox=\"0 0 {2:.0f} {3:.0f}\" role=\"group\" "
      "aria-labelledby=\"picture-{0}\">\n{4}</svg>\n",
      number, markup(title), drawing.width + 4, drawing.height + 4, drawing.elements);
  std::string caption;
  for (const std::string& note : notes) caption += paragraph(note);
  if (!caption.empty()) text += fmt::format("<figcaption>\n{}</figcaption>\n", caption);
  return text + "</figure>\n";
}

}  // namespace

std::string html_picture(const Picture& picture) {
  std::string body =
      fmt::format("<h1>{}: {}</h1>\n", markup(picture.title), markup(picture.verdict));
  body += remarks(picture.remarks);
  std::size_t number = 0;
  for (const Figure& whole : picture.figures) {
    const Figure figure = for_files(whole);
    std::vector<std::string> notes = figure.notes;
    notes.insert(notes.begin(), marks_explained(figure));
    body += section(figure.title, draw_figure(figure), notes, ++number);
  }
  for (const Chart& chart : picture.charts) {
    body += section(chart.title, draw_chart(chart), chart.notes, ++number);
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      markup(picture.title), picture_style(), page_style, body);
}

}  // namespace grader
