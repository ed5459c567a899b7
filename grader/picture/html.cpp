#include "core/text.hpp"
#include "picture/draw.hpp"
#include "picture/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

constexpr std::size_t most_columns = 6;  // of a table: so many fit on paper
constexpr std::size_t most_points = 25;  // of a curve in a table

std::string svg(const Drawing& drawing, const std::string& label) {
  return fmt::format(
      "<svg width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" "
      "aria-label=\"{2}\">\n{3}</svg>\n",
      drawing.width + 4, drawing.height + 4, markup(label), drawing.elements);
}

std::string row_of_drawings(const char* name, const std::string& drawings) {
  return fmt::format("<div class=\"{}\">\n{}</div>\n", name, drawings);
}

/// A cell in a table; `wrong`: it differs from what is expected.
std::string number_cell(const Map& map, std::size_t cell, bool wrong) {
  if (map.is_blank(cell)) return "<td>blank</td>";
  std::string text = scale_text(map.values[cell]);
  if (!map.labels.empty()) text += " (" + markup(map.labels[cell]) + ")";
  return fmt::format("<td>{}{}</td>", text, wrong ? " *" : "");
}

/// The cells of `map` from one column on, as a table.
std::string numbers_table(const Figure& figure, const Map& map, const Map* difference,
                          std::size_t first) {
  const std::size_t end = std::min(map.columns, first + most_columns);
  std::string caption = map.caption;
  if (difference != nullptr) caption += ", * where it differs from what is expected";
  if (map.columns > most_columns)
    caption += fmt::format(", {} {} to {}", figure.column_axis, first * map.column_block,
                           end * map.column_block - 1);
  std::string text = fmt::format(
      "<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>{}</caption>\n<tr><td></td>",
      markup(caption));
  for (std::size_t j = first; j < end; ++j)
    text += fmt::format("<th scope=\"col\">{} {}</th>", markup(figure.column_axis),
                        index_range(j, map.column_block));
  text += "</tr>\n";
  for (std::size_t i = 0; i < map.rows; ++i) {
    text += fmt::format("<tr><th scope=\"row\">{} {}</th>", markup(figure.row_axis),
                        index_range(i, map.row_block));
    for (std::size_t j = first; j < end; ++j) {
      const std::size_t cell = i * map.columns + j;
      text += number_cell(map, cell, difference != nullptr && difference->values[cell] != 0);
    }
    text += "</tr>\n";
  }
  return text + "</table>\n</div>\n";
}

std::string folded(const std::string& title, const std::string& tables) {
  return fmt::format(
      "<details class=\"numbers\">\n<summary>{}: the numbers</summary>\n{}</details>\n",
      markup(title), tables);
}

std::string tables_of(const Figure& figure) {
  const auto difference = std::ranges::find(figure.maps, caption_difference, &Map::caption);
  std::string tables;
  for (const Map& map : figure.maps) {
    const bool compared = map.caption == caption_yours && difference != figure.maps.end();
    for (std::size_t first = 0; first < map.columns; first += most_columns)
      tables += numbers_table(figure, map, compared ? &*difference : nullptr, first);
  }
  return folded(figure.title, tables);
}

/// Some points of the curves, the first and the last among them.
std::string tables_of(const Chart& chart) {
  std::size_t longest = 0;
  std::string head = fmt::format("<tr><th scope=\"col\">{}</th>", markup(chart.axis));
  for (const Curve& curve : chart.curves) {
    longest = std::max(longest, curve.values.size());
    head += fmt::format("<th scope=\"col\">{}</th>", markup(curve.caption));
  }
  std::string rows;
  const std::size_t points = std::min(longest, most_points);
  for (std::size_t k = 0; k < points; ++k) {
    const std::size_t i = points > 1 ? k * (longest - 1) / (points - 1) : 0;
    rows += fmt::format("<tr><th scope=\"row\">{}</th>", i);
    for (const Curve& curve : chart.curves)
      rows +=
          fmt::format("<td>{}</td>", i < curve.values.size() ? scale_text(curve.values[i]) : "");
    rows += "</tr>\n";
  }
  const std::string caption = fmt::format("{} of {}", count_text(points, "point"), longest);
  return folded(chart.title, fmt::format("<table>\n<caption>{}</caption>\n{}</tr>\n{}</table>\n",
                                         caption, head, rows));
}

/// `body` with its title above and notes below it.
std::string captioned(const std::string& title, int level, const std::string& id,
                      const std::string& body, const std::vector<std::string>& notes) {
  std::string text = fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", level, id, markup(title)) +
                     fmt::format("<figure aria-labelledby=\"{}\">\n{}", id, body);
  std::string caption;
  for (const std::string& note : notes)
    if (!note.empty()) caption += fmt::format("<p>{}</p>\n", markup(note));
  if (!caption.empty()) text += fmt::format("<figcaption>\n{}</figcaption>\n", caption);
  return text + "</figure>\n";
}

std::string html_figure(const Figure& whole, int level, const std::string& id) {
  const Figure figure = for_files(whole);
  std::string maps, legends;
  for (const Map& map : figure.maps)
    maps += svg(draw_map(figure, map), map.caption + ": " + figure.title);
  for (const Legend& legend : legends_of(figure))
    legends += svg(draw_legend(legend),
                   fmt::format("{}: from {} to {}", legend.name, scale_text(legend.scale->low),
                               scale_text(legend.scale->high)));
  std::vector<std::string> notes = figure.notes;
  notes.insert(notes.begin(), marks_explained(figure));
  const std::string body =
      row_of_drawings("maps", maps) + row_of_drawings("legends", legends) + tables_of(figure);
  return captioned(figure.title, level, id, body, notes);
}

std::string html_chart(const Chart& chart, int level, const std::string& id) {
  const std::string drawing = fmt::format(
      "<div class=\"chart\" tabindex=\"0\" role=\"group\" aria-labelledby=\"{}\">\n{}</div>\n", id,
      svg(draw_chart(chart), "curves of " + chart.title));
  return captioned(chart.title, level, id, drawing + tables_of(chart), chart.notes);
}

}  // namespace

std::string html_drawings(const Picture& picture, int level, std::string_view id) {
  std::string text;
  std::size_t number = 0;
  for (const Figure& figure : picture.figures)
    text += html_figure(figure, level, fmt::format("{}-{}", id, ++number));
  for (const Chart& chart : picture.charts)
    text += html_chart(chart, level, fmt::format("{}-{}", id, ++number));
  return text;
}

std::string html_drawings_style() {
  return picture_style() +
         "body{max-width:65rem}figure{margin:.5rem 0}figcaption{font-size:.9rem}svg{height:auto;max-width:100%}"
         ".maps{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}"
         ".legends{display:flex;flex-direction:column;align-items:flex-start;margin-top:.5rem}"
         ".chart{overflow-x:auto}.chart svg{max-width:none}"
         ".numbers{font-size:.85rem}.numbers table{margin:.5rem 0 1rem}"
         ".numbers caption{text-align:left;font-weight:600}"
         ".numbers th,.numbers td{text-align:right;white-space:nowrap}"
         "@media print{svg{break-inside:avoid}.chart{overflow:visible}.chart svg{max-width:100%}"
         ".numbers:not([open]){display:none}.numbers table{font-size:8pt}"
         ".maps svg,.legends svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}";
}

}  // namespace grader
