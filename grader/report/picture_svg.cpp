#include "core/text.hpp"
#include "report/picture.hpp"

#include <fmt/format.h>

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
constexpr std::size_t most_cells = 64;

constexpr std::size_t most_points = 25;  // of a curve in a table

/// Part of an SVG document, drawn from its origin to the right and down, in pixels.
struct Drawing {
  std::string elements;
  double width = 0;
  double height = 0;
};

std::string text_at(double x, double y, std::string_view text, std::string_view more = "") {
  return fmt::format("<text class=\"pic-text\" x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more,
                     markup(text));
}

constexpr const char* centred = " text-anchor=\"middle\"";
constexpr const char* right_aligned = " text-anchor=\"end\"";

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

/// A cross for NaN, a triangle that points up or down for an infinity.
std::string mark(double value, double x, double y, double size) {
  const double a = 0.22 * size, b = 0.78 * size;
  const char* style = "fill=\"none\" stroke=\"#fff\" stroke-width=\"1.5\" pointer-events=\"none\"";
  if (std::isnan(value)) {
    return fmt::format(
        "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}M{:.1f} {:.1f}L{:.1f} {:.1f}\" {}/>\n", x + a, y + a,
        x + b, y + b, x + b, y + a, x + a, y + b, style);
  }
  const double tip = value > 0 ? a : b, base = value > 0 ? b : a;
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z\" {}/>\n", x + a,
                     y + base, x + size / 2, y + tip, x + b, y + base, style);
}

std::string draw_cell(const Figure& figure, const Map& map, std::size_t cell, double x, double y,
                      double size, double largest) {
  const double value = map.values[cell];
  const bool finite = std::isfinite(value);
  const Rgb colour =
      finite ? colour_at(map.colours, position(figure.scale_of(map), value)) : Rgb{112, 112, 112};
  std::string elements = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"{}\">"
      "<title>{}</title></rect>\n",
      x, y, size, size, hex(colour),
      markup(cell_place(figure, map, cell) + ": " + number_text(value)));
  const bool numbered = finite && size >= numbered_cell;
  if (!finite) elements += mark(value, x, y, size);
  if (numbered) {
    const double font = std::clamp(size * 0.32, 8.0, 12.0);
    elements += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\" text-anchor=\"middle\" "
        "pointer-events=\"none\">{}</text>\n",
        x + size / 2, y + size / 2 + font * 0.35, font, hex(ink_on(colour)),
        markup(short_number(value, largest)));
  }
  return elements;
}

/// One map of a figure with its axes. Its cells begin at (`left`, `top`) of the drawing.
Drawing draw_map(const Figure& figure, const Map& map) {
  const double size = cell_size(map);
  const auto digits =
      std::to_string((std::max<std::size_t>(map.rows, 1) - 1) * map.row_block).size();
  // Whole pixels, so that no seams show between cells.
  const double left = std::ceil(line_height + 8 + static_cast<double>(digits) * letter);
  const double top = 3 * line_height;
  const double width = static_cast<double>(map.columns) * size;
  const double height = static_cast<double>(map.rows) * size;
  Drawing drawing;
  drawing.width = left + std::max(width, static_cast<double>(map.caption.size()) * letter * 1.1);
  drawing.height = top + height;
  drawing.elements += fmt::format("<g role=\"group\" aria-label=\"{}\">\n",
                                  markup(map.caption + ": " + figure.title));
  drawing.elements += text_at(left, 13, map.caption, " font-weight=\"600\"");
  drawing.elements += text_at(left, 13 + line_height, figure.column_axis);
  drawing.elements +=
      text_at(12, top, figure.row_axis,
              fmt::format(" text-anchor=\"end\" transform=\"rotate(-90 12 {:.1f})\"", top));
  const double largest = largest_size(figure);
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
  for (std::size_t cell = 0; cell < map.values.size(); ++cell) {
    drawing.elements +=
        draw_cell(figure, map, cell, left + static_cast<double>(cell % map.columns) * size,
                  top + static_cast<double>(cell / map.columns) * size, size, largest);
  }
  drawing.elements += "</g>\n";
  return drawing;
}

Drawing draw_legend(const Legend& legend) {
  constexpr int steps = 48;
  constexpr double step = 3;
  const std::string low = scale_text(legend.scale.low), high = scale_text(legend.scale.high);
  Drawing drawing;
  drawing.height = line_height;
  double x = 0;
  drawing.elements += text_at(x, 12, legend.name);
  x += static_cast<double>(legend.name.size()) * letter + 12;
  x += static_cast<double>(low.size()) * letter;
  drawing.elements += text_at(x, 12, low, right_aligned);
  x = std::ceil(x + 6);
  for (int i = 0; i < steps; ++i) {
    drawing.elements +=
        fmt::format("<rect x=\"{:.0f}\" y=\"2\" width=\"{:.0f}\" height=\"12\" fill=\"{}\"/>\n",
                    x + i * step, step, hex(colour_at(legend.colours, i / (steps - 1.0))));
  }
  x += steps * step + 6;
  drawing.elements += text_at(x, 12, high);
  drawing.width = x + static_cast<double>(high.size()) * letter;
  return drawing;
}

/// The pieces of a curve between numbers that are not finite, as a path.
std::string curve_path(const Curve& curve, const Scale& scale, double width, double height,
                       std::size_t longest) {
  std::string path;
  bool pen_down = false;
  for (std::size_t i = 0; i < curve.values.size(); ++i) {
    if (!std::isfinite(curve.values[i])) {
      pen_down = false;
      continue;
    }
    const double x =
        longest > 1 ? width * static_cast<double>(i) / static_cast<double>(longest - 1) : 0;
    path += fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", x,
                        height * (1 - position(scale, curve.values[i])));
    if (!pen_down) path += "h0.1";  // a number between two that are not finite is a point
    pen_down = true;
  }
  return path;
}

Drawing draw_chart(const Chart& chart) {
  constexpr double width = 560, height = 220, left = 72;
  const std::size_t longest = longest_of(chart);
  Drawing page{"", left + width + 24, height + 3 * line_height + 12};
  page.elements += fmt::format("<g transform=\"translate({:.0f} 8)\">\n", left);
  page.elements +=
      fmt::format("<path class=\"pic-frame\" d=\"M0 0V{0:.0f}H{1:.0f}\"/>\n", height, width);
  page.elements += text_at(-8, 9, scale_text(chart.scale.high), right_aligned);
  page.elements += text_at(-8, height, scale_text(chart.scale.low), right_aligned);
  page.elements += text_at(0, height + line_height, "0", centred);
  page.elements += text_at(width, height + line_height, std::to_string(longest - 1), centred);
  page.elements += text_at(width / 2, height + line_height, chart.axis, centred);
  double x = 0;
  for (const Curve& curve : chart.curves) {
    const bool yours = curve.caption == caption_yours;
    const std::string name = yours ? "pic-yours" : "pic-expected";
    page.elements +=
        fmt::format("<path class=\"{}\" d=\"{}\"><title>{}</title></path>\n", name,
                    curve_path(curve, chart.scale, width, height, longest), markup(curve.caption));
    const double y = height + 2 * line_height + 6;
    page.elements += fmt::format("<path class=\"{}\" d=\"M{:.0f} {:.0f}h28\"/>\n", name, x, y - 4);
    page.elements += text_at(x + 34, y, curve.caption);
    x += 140;
  }
  page.elements += "</g>\n";
  return page;
}

/// Colours of text and lines for light and dark screens, as CSS.
constexpr const char* picture_style =
    "svg{font:12px system-ui,sans-serif}rect{shape-rendering:crispEdges}"
    ".pic-text{fill:#1d2126}"
    ".pic-frame{fill:none;stroke:#8a929b}"
    ".pic-yours,.pic-expected{fill:none;stroke-width:2;stroke-linejoin:round;"
    "stroke-linecap:round}"
    ".pic-yours{stroke:#b3382f}.pic-expected{stroke:#1467c2;stroke-dasharray:6 4}"
    "@media(prefers-color-scheme:dark){.pic-text{fill:#e4e7eb}"
    ".pic-yours{stroke:#f08a7c}.pic-expected{stroke:#7fb4f5}}";

std::string svg(const Drawing& drawing, const std::string& label) {
  return fmt::format(
      "<svg width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" "
      "aria-label=\"{2}\">\n{3}</svg>\n",
      drawing.width + 4, drawing.height + 4, markup(label), drawing.elements);
}

/// The cells of a figure, one in a row of the table: yours, the expected number, and a star where
/// they differ. Maps of unlike shapes follow each other.
std::string table_of(const Figure& figure) {
  const auto difference = std::ranges::find(figure.maps, caption_difference, &Map::caption);
  const std::span<const Map> maps{figure.maps.begin(), difference};
  std::string text = "<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>element by element";
  if (difference != figure.maps.end()) text += ", * where yours differs from what is expected";
  text += "</caption>\n<thead><tr><td></td>";
  for (const Map& map : maps) text += fmt::format("<th scope=\"col\">{}</th>", markup(map.caption));
  text += "</tr></thead>\n";
  for (const Map& rows : maps) {
    const bool alike = same_shape(rows, maps.front());
    if (alike && &rows != &maps.front()) continue;
    for (std::size_t cell = 0; cell < rows.values.size(); ++cell) {
      text += fmt::format("<tr><th scope=\"row\">{}</th>", markup(cell_place(figure, rows, cell)));
      for (const Map& map : maps) {
        const bool differs = &map == &maps.front() && difference != figure.maps.end() &&
                             difference->values[cell] != 0;
        text += same_shape(map, rows) ? fmt::format("<td>{}{}</td>", scale_text(map.values[cell]),
                                                    differs ? " *" : "")
                                      : "<td></td>";
      }
      text += "</tr>\n";
    }
  }
  return text + "</table>\n</div>\n";
}

std::string folded(const std::string& title, const std::string& table) {
  return fmt::format(
      "<details class=\"numbers\">\n<summary>{}: the numbers</summary>\n{}</details>\n",
      markup(title), table);
}

/// Some points of the curves, the first and the last among them.
std::string table_of(const Chart& chart) {
  const std::size_t longest = longest_of(chart);
  std::string head = fmt::format("<thead><tr><th scope=\"col\">{}</th>", markup(chart.axis));
  for (const Curve& curve : chart.curves)
    head += fmt::format("<th scope=\"col\">{}</th>", markup(curve.caption));
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
  return folded(chart.title,
                fmt::format("<table>\n<caption>{}</caption>\n{}</tr></thead>\n{}</table>\n",
                            caption, head, rows));
}

/// `body` with its title above and notes below it.
std::string captioned(const std::string& title, int level, const std::string& id,
                      const std::string& body, const std::vector<std::string>& notes) {
  std::string text = fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", level, id, markup(title)) +
                     fmt::format("<figure aria-labelledby=\"{}\">\n{}", id, body);
  std::string caption;
  for (const std::string& note : notes) caption += fmt::format("<p>{}</p>\n", markup(note));
  if (!caption.empty()) text += fmt::format("<figcaption>\n{}</figcaption>\n", caption);
  return text + "</figure>\n";
}

std::string html_figure(const Figure& whole, int level, const std::string& id) {
  const Figure figure = reduced(whole, most_cells, most_cells);
  std::string maps, legends;
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
  const std::string body =
      fmt::format("<div class=\"maps\">\n{}</div>\n<div class=\"legends\">\n{}</div>\n{}", maps,
                  legends, folded(figure.title, table_of(figure)));
  return captioned(figure.title, level, id, body, notes);
}

std::string html_chart(const Chart& chart, int level, const std::string& id) {
  const std::string drawing = fmt::format(
      "<div class=\"chart\" tabindex=\"0\" role=\"group\" aria-labelledby=\"{}\">\n{}</div>\n", id,
      svg(draw_chart(chart), "curves of " + chart.title));
  return captioned(chart.title, level, id, drawing + table_of(chart), chart.notes);
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
  return std::string(picture_style) +
         "body{max-width:65rem}figure{margin:.5rem "
         "0}figcaption{font-size:.9rem}svg{height:auto;max-width:100%}"
         ".maps{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}"
         ".legends{display:flex;flex-direction:column;align-items:flex-start;margin-top:.5rem}"
         ".chart{overflow-x:auto}.chart svg{max-width:none}"
         ".numbers{font-size:.85rem}.numbers table{margin:.5rem 0 1rem}"
         ".numbers caption{text-align:left;font-weight:600}"
         ".numbers th,.numbers td{text-align:right;white-space:nowrap}"
         "@media print{svg{break-inside:avoid}.chart{overflow:visible}.chart svg{max-width:100%}"
         ".numbers:not([open]){display:none}.numbers summary{break-after:avoid}.numbers "
         "table{font-size:8pt}"
         ".maps svg,.legends svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}";
}

}  // namespace grader
