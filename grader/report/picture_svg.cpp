// A picture as part of a page: maps and curves as SVG, with tables of their numbers.

#include "report/page.hpp"
#include "report/picture.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace grader {
namespace {

// Lengths in pixels.
constexpr double panel_size = 272;  // a map is about so wide and high, whatever its cells
constexpr double smallest_cell = 5;
constexpr double largest_cell = 40;
constexpr double numbered_cell = 34;  // from here on a cell has room for its number
constexpr double line_height = 18;
constexpr double letter = 6.6;  // about the width of a letter of 12 pixels

/// Part of an SVG document, drawn from its origin to the right and down, in pixels.
struct Drawing {
  Html elements;
  double width = 0;
  double height = 0;
};

Html text_at(double x, double y, std::string_view text, const Html& attributes = {}) {
  return html("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, attributes, text);
}

constexpr char centred[] = " text-anchor=\"middle\"";
constexpr char right_aligned[] = " text-anchor=\"end\"";

double cell_size(const Map& map) {
  const auto cells = static_cast<double>(std::max<std::size_t>({1, map.rows, map.columns}));
  return std::clamp(std::floor(panel_size / cells), smallest_cell, largest_cell);
}

/// Every how many cells an index is written, so that they stay apart.
std::size_t index_step(std::size_t count, std::size_t block, double size, bool along_row) {
  const auto digits = static_cast<double>(std::to_string((count - 1) * block).size());
  const double room = along_row ? digits * letter + 6 : 13;
  for (const std::size_t step : {1U, 2U, 5U, 10U, 20U}) {
    if (static_cast<double>(step) * size >= room) return step;
  }
  return 50;
}

Html draw_cell(const Figure& figure, const Map& map, std::size_t cell, double x, double y,
               double size, double largest) {
  const double value = map.values[cell];
  const bool finite = std::isfinite(value);
  const Rgb colour =
      finite ? colour_at(map.colours, position(figure.scale_of(map), value)) : Rgb{112, 112, 112};
  const Html rectangle = html(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"{}\">"
      "<title>{}: {}</title></rect>\n",
      x, y, size, size, hex(colour), cell_place(figure, map, cell), number_text(value));
  if (finite && size < numbered_cell) return rectangle;
  const char* sign = std::isnan(value) ? "×" : value > 0 ? "▲" : "▼";
  const double font = finite ? std::clamp(size * 0.32, 8.0, 12.0) : size * 0.6;
  return rectangle + text_at(x + size / 2, y + size / 2 + font * 0.35,
                             finite ? short_number(value, largest) : sign,
                             html(" font-size=\"{:.1f}\" fill=\"{}\" text-anchor=\"middle\" "
                                  "pointer-events=\"none\"",
                                  font, hex(ink_on(colour))));
}

/// One map of a figure with its axes.
Drawing draw_map(const Figure& figure, const Map& map) {
  const double size = cell_size(map);
  const auto digits =
      std::to_string((std::max<std::size_t>(map.rows, 1) - 1) * map.row_block).size();
  // Whole pixels, so that no seams show between cells.
  const double left = std::ceil(line_height + 8 + static_cast<double>(digits) * letter);
  const double top = 3 * line_height;
  const double width = static_cast<double>(map.columns) * size;
  const double caption = static_cast<double>(map.caption.size()) * letter * 1.1;
  Drawing drawing{"", left + std::max(width, caption), top + static_cast<double>(map.rows) * size};
  drawing.elements +=
      text_at(left, 13, map.caption, " font-weight=\"600\"") +
      text_at(left, 13 + line_height, figure.column_axis) +
      text_at(12, top, figure.row_axis,
              html(" text-anchor=\"end\" transform=\"rotate(-90 12 {:.1f})\"", top));
  const std::size_t column_step = index_step(map.columns, map.column_block, size, true);
  for (std::size_t j = 0; j < map.columns; j += column_step) {
    drawing.elements += text_at(left + (static_cast<double>(j) + 0.5) * size, top - 5,
                                std::to_string(j * map.column_block), centred);
  }
  const std::size_t row_step = index_step(map.rows, map.row_block, size, false);
  for (std::size_t i = 0; i < map.rows; i += row_step) {
    drawing.elements += text_at(left - 5, top + (static_cast<double>(i) + 0.5) * size + 4,
                                std::to_string(i * map.row_block), right_aligned);
  }
  const double largest = largest_size(figure);
  for (std::size_t cell = 0; cell < map.values.size(); ++cell) {
    drawing.elements +=
        draw_cell(figure, map, cell, left + static_cast<double>(cell % map.columns) * size,
                  top + static_cast<double>(cell / map.columns) * size, size, largest);
  }
  return drawing;
}

Drawing draw_legend(const Legend& legend) {
  constexpr int steps = 48;
  constexpr double step = 3;
  const std::string low = scale_text(legend.scale.low), high = scale_text(legend.scale.high);
  Drawing drawing{text_at(0, 12, legend.name), 0, line_height};
  double x = static_cast<double>(legend.name.size() + low.size()) * letter + 12;
  drawing.elements += text_at(x, 12, low, right_aligned);
  x = std::ceil(x + 6);
  for (int i = 0; i < steps; ++i) {
    drawing.elements +=
        html("<rect x=\"{:.0f}\" y=\"2\" width=\"{:.0f}\" height=\"12\" fill=\"{}\"/>\n",
             x + i * step, step, hex(colour_at(legend.colours, i / (steps - 1.0))));
  }
  x += steps * step + 6;
  drawing.elements += text_at(x, 12, high);
  drawing.width = x + static_cast<double>(high.size()) * letter;
  return drawing;
}

/// The numbers of a curve, from the left to the right, as a path.
std::string curve_path(const std::vector<double>& numbers, const Scale& scale, double width,
                       double height) {
  std::string path;
  const double last = std::max(static_cast<double>(numbers.size()) - 1, 1.0);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    path += fmt::format("{}{:.1f} {:.1f}", i > 0 ? "L" : "M", width * static_cast<double>(i) / last,
                        height * (1 - position(scale, numbers[i])));
    if (i == 0) path += "h0.1";  // a number alone is a point
  }
  return path;
}

Drawing draw_chart(const Chart& chart) {
  constexpr double width = 560, height = 220, left = 72;
  const std::size_t points = chart.curves.front().values.size();
  Html elements = html("<path class=\"frame\" d=\"M0 0V{:.0f}H{:.0f}\"/>\n", height, width) +
                  text_at(-8, 9, scale_text(chart.scale.high), right_aligned) +
                  text_at(-8, height, scale_text(chart.scale.low), right_aligned) +
                  text_at(0, height + line_height, "0", centred) +
                  text_at(width, height + line_height, std::to_string(points - 1), centred) +
                  text_at(width / 2, height + line_height, chart.axis, centred);
  double x = 0;
  for (const Curve& curve : chart.curves) {
    const char* look = curve.caption == caption_yours ? "yours" : "expected";
    const double y = height + 2 * line_height + 6;
    elements += html("<path class=\"{}\" d=\"{}\"><title>{}</title></path>\n", look,
                     curve_path(curve.values, chart.scale, width, height), curve.caption) +
                html("<path class=\"{}\" d=\"M{:.0f} {:.0f}h28\"/>\n", look, x, y - 4) +
                text_at(x + 34, y, curve.caption);
    x += 140;
  }
  return {html("<g transform=\"translate({:.0f} 8)\">\n{}</g>\n", left, elements),
          left + width + 24, height + 3 * line_height + 12};
}

Html svg(const Drawing& drawing, const std::string& label) {
  return html(
      "<svg width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" "
      "aria-label=\"{2}\">\n{3}</svg>\n",
      drawing.width + 4, drawing.height + 4, label, drawing.elements);
}

/// A table of numbers that unfolds. Its columns have heads; the first cell heads its row.
class NumberTable {
 public:
  explicit NumberTable(const Html& corner) : head_(corner) {}

  void add_column(const std::string& head) { head_ += html("<th scope=\"col\">{}</th>", head); }
  void start_row(const std::string& head) {
    rows_ += html("{}<tr><th scope=\"row\">{}</th>", rows_.empty() ? Html() : "</tr>\n", head);
  }
  void add(const std::string& number) { rows_ += html("<td>{}</td>", number); }

  Html folded(const std::string& title, const std::string& caption) const {
    return html(
        "<details class=\"numbers\">\n<summary>{}: the numbers</summary>\n"
        "<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>{}</caption>\n"
        "<thead><tr>{}</tr></thead>\n{}</tr>\n</table>\n</div>\n</details>\n",
        title, caption, head_, rows_);
  }

 private:
  Html head_, rows_;
};

/// The cells of a figure, one in a row of the table: yours, the expected number, and a star where
/// they differ. Maps of unlike shapes follow each other.
Html table_of(const Figure& figure) {
  const auto difference = std::ranges::find(figure.maps, caption_difference, &Map::caption);
  const bool compared = difference != figure.maps.end();
  const std::span<const Map> maps{figure.maps.begin(), difference};
  NumberTable table("<td></td>");
  for (const Map& map : maps) table.add_column(map.caption);
  for (const Map& rows : maps) {
    const bool shown = &rows != &maps.front() && same_shape(rows, maps.front());
    for (std::size_t cell = 0; cell < rows.values.size() && !shown; ++cell) {
      table.start_row(cell_place(figure, rows, cell));
      for (const Map& map : maps) {
        const bool differs = compared && &map == &maps.front() && difference->values[cell] != 0;
        table.add(same_shape(map, rows) ? scale_text(map.values[cell]) + (differs ? " *" : "")
                                        : "");
      }
    }
  }
  return table.folded(figure.title, compared ? "element by element, * where yours differs from "
                                               "what is expected"
                                             : "element by element");
}

Html table_of(const Chart& chart) {
  const std::size_t points = chart.curves.front().values.size();
  NumberTable table(html("<th scope=\"col\">{}</th>", chart.axis));
  for (const Curve& curve : chart.curves) table.add_column(curve.caption);
  for (std::size_t i = 0; i < points; ++i) {
    table.start_row(std::to_string(i));
    for (const Curve& curve : chart.curves) table.add(scale_text(curve.values[i]));
  }
  return table.folded(chart.title, fmt::format("{} of {}", count_text(points, "point"), points));
}

/// `body` with its title above and notes below it.
Html captioned(const std::string& title, const std::string& id, const Html& body,
               const std::vector<std::string>& notes) {
  Html caption;
  for (const std::string& note : notes) caption += html("<p>{}</p>\n", note);
  if (!caption.empty()) caption = html("<figcaption>\n{}</figcaption>\n", caption);
  return html("<h4 id=\"{0}\">{1}</h4>\n<figure aria-labelledby=\"{0}\">\n{2}{3}</figure>\n", id,
              title, body, caption);
}

Html html_figure(const Figure& figure, const std::string& id) {
  Html maps, legends;
  for (const Map& map : figure.maps)
    maps += svg(draw_map(figure, map), map.caption + ": " + figure.title);
  for (const Legend& legend : legends_of(figure))
    legends += svg(draw_legend(legend),
                   fmt::format("{}: from {} to {}", legend.name, scale_text(legend.scale.low),
                               scale_text(legend.scale.high)));
  std::vector<std::string> notes = figure.notes;
  if (has_marks(figure))
    notes.insert(notes.begin(),
                 "grey cells: a cross is NaN, a triangle up infinity, a triangle down -infinity");
  const Html body = html("<div class=\"maps\">\n{}</div>\n<div class=\"legends\">\n{}</div>\n{}",
                         maps, legends, table_of(figure));
  return captioned(figure.title, id, body, notes);
}

Html html_chart(const Chart& chart, const std::string& id) {
  const Html drawing =
      html("<div class=\"chart\" tabindex=\"0\" role=\"group\" aria-labelledby=\"{}\">\n{}</div>\n",
           id, svg(draw_chart(chart), "curves of " + chart.title));
  return captioned(chart.title, id, drawing + table_of(chart), chart.notes);
}

}  // namespace

Html html_drawings(const Picture& picture, std::string_view id) {
  Html text;
  std::size_t number = 0;
  for (const Figure& figure : picture.figures)
    text += html_figure(figure, fmt::format("{}-{}", id, ++number));
  for (const Chart& chart : picture.charts)
    text += html_chart(chart, fmt::format("{}-{}", id, ++number));
  return text;
}

}  // namespace grader
