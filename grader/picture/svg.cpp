#include "picture/svg.hpp"

#include "core/text.hpp"
#include "picture/colours.hpp"
#include "picture/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

// Lengths in pixels.
constexpr double panel_size = 272;  // a map is about so wide and high, whatever its cells
constexpr double smallest_cell = 5;
constexpr double largest_cell = 40;
constexpr double numbered_cell = 34;  // from here on a cell has room for its number
constexpr double gap = 28;
constexpr double margin = 20;
constexpr double line_height = 18;
constexpr double letter = 6.6;  // about the width of a letter of 12 pixels
constexpr std::size_t most_cells = 64;

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

std::string cell_words(const Map& map, std::size_t cell, double size, double largest) {
  const double value = map.values[cell];
  if (!map.labels.empty()) {
    const auto letters = static_cast<double>(map.labels[cell].size());
    return letters * letter <= size ? map.labels[cell] : "";
  }
  return size >= numbered_cell && std::isfinite(value) ? short_number(value, largest) : "";
}

std::string draw_cell(const Figure& figure, const Map& map, std::size_t cell, double x, double y,
                      double size, double largest) {
  const double value = map.values[cell];
  if (map.is_blank(cell)) {
    return fmt::format(
        "<rect class=\"pic-blank\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" "
        "height=\"{:.0f}\"/>\n",
        x, y, size, size);
  }
  const bool finite = std::isfinite(value);
  const Rgb colour =
      finite ? colour_at(map.colours, position(figure.scale_of(map), value)) : Rgb{112, 112, 112};
  std::string elements = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"{}\">"
      "<title>{}</title></rect>\n",
      x, y, size, size, hex(colour), markup(cell_text(figure, map, cell)));
  const std::string words = cell_words(map, cell, size, largest);
  if (!finite && words.empty()) elements += mark(value, x, y, size);
  if (!words.empty()) {
    const double font = std::clamp(size * 0.32, 8.0, 12.0);
    elements += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\" text-anchor=\"middle\" "
        "pointer-events=\"none\">{}</text>\n",
        x + size / 2, y + size / 2 + font * 0.35, font, hex(ink_on(colour)), markup(words));
  }
  if (map.is_highlighted(cell)) {
    elements += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
        "stroke=\"#ff5a36\" stroke-width=\"2.5\" pointer-events=\"none\"/>\n",
        x + 1.5, y + 1.5, size - 3, size - 3);
  }
  return elements;
}

}  // namespace

// Its cells begin at (`left`, `top`) of the drawing.
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

std::vector<Legend> legends_of(const Figure& figure) {
  std::vector<Legend> legends = {{"scale", &figure.scale, Colours::sequential}};
  for (const Map& map : figure.maps) {
    const bool same = std::ranges::all_of(map.values, [](double value) { return value == 0; });
    if (map.colours == Colours::diverging && !same)
      legends.push_back({map.caption, &figure.difference, Colours::diverging});
  }
  return legends;
}

Drawing draw_legend(const Legend& legend) {
  constexpr int steps = 48;
  constexpr double step = 3;
  const std::string low = scale_text(legend.scale->low), high = scale_text(legend.scale->high);
  Drawing drawing;
  drawing.height = line_height;
  double x = 0;
  drawing.elements += text_at(x, 12, legend.name);
  x += static_cast<double>(legend.name.size()) * letter + 12;
  x += static_cast<double>(low.size()) * letter;
  drawing.elements += text_at(x, 12, low, right_aligned);
  x += 6;
  x = std::ceil(x);
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

namespace {

std::string moved(const Drawing& drawing, double x, double y) {
  return fmt::format("<g transform=\"translate({:.1f} {:.1f})\">\n{}</g>\n", x, y,
                     drawing.elements);
}

void put_below(Drawing& page, const Drawing& drawing, double space) {
  page.elements += moved(drawing, 0, page.height + space);
  page.height += space + drawing.height;
  page.width = std::max(page.width, drawing.width);
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

}  // namespace

Figure for_files(const Figure& figure) { return reduced(figure, most_cells, most_cells); }

std::string marks_explained(const Figure& figure) {
  return has_marks(figure)
             ? "grey cells: a cross is NaN, a triangle up infinity, a triangle down -infinity"
             : "";
}

Drawing draw_figure(const Figure& figure) {
  Drawing page;
  for (const Map& map : figure.maps) {
    const Drawing drawing = draw_map(figure, map);
    const double x = page.width > 0 ? page.width + gap : 0;
    page.elements += moved(drawing, x, 0);
    page.width = std::ceil(x + drawing.width);
    page.height = std::max(page.height, drawing.height);
  }
  double space = 10;
  for (const Legend& legend : legends_of(figure)) {
    put_below(page, draw_legend(legend), space);
    space = 4;
  }
  return page;
}

Drawing draw_chart(const Chart& chart) {
  constexpr double width = 560, height = 220, left = 72;
  std::size_t longest = 1;
  for (const Curve& curve : chart.curves) longest = std::max(longest, curve.values.size());
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

std::string picture_style() {
  return "svg{font:12px system-ui,sans-serif}rect{shape-rendering:crispEdges}"
         ".pic-page{fill:#fff}.pic-text{fill:#1d2126}"
         ".pic-blank{fill:none;stroke:#8a929b;stroke-width:.5;stroke-dasharray:2 2}"
         ".pic-frame{fill:none;stroke:#8a929b}"
         ".pic-yours,.pic-expected{fill:none;stroke-width:2;stroke-linejoin:round;"
         "stroke-linecap:round}"
         ".pic-yours{stroke:#b3382f}.pic-expected{stroke:#1467c2;stroke-dasharray:6 4}"
         "@media(prefers-color-scheme:dark){.pic-page{fill:#14171b}.pic-text{fill:#e4e7eb}"
         ".pic-yours{stroke:#f08a7c}.pic-expected{stroke:#7fb4f5}}";
}

namespace {

/// Lines of text, wrapped to about `width` pixels where they are no code.
void put_text(Drawing& page, const std::string& text, double width, std::string_view style = "") {
  const bool code = text.starts_with(' ');
  std::vector<std::string> lines{text};
  if (!code) lines = wrap(text, static_cast<std::size_t>(width / letter));
  for (const std::string& line : lines) {
    page.height += line_height;
    const std::string more =
        code ? " xml:space=\"preserve\" font-family=\"monospace\"" : std::string(style);
    page.elements += text_at(0, page.height - 4, line, more);
  }
}

constexpr const char* bold = " font-weight=\"700\" font-size=\"15\"";
constexpr const char* half_bold = " font-weight=\"600\" font-size=\"13\"";

}  // namespace

std::string svg_picture(const Picture& picture) {
  std::vector<Figure> figures;
  std::vector<Drawing> drawings;
  double width = 620;
  for (const Figure& figure : picture.figures) {
    figures.push_back(for_files(figure));
    drawings.push_back(draw_figure(figures.back()));
    width = std::max(width, drawings.back().width);
  }
  Drawing page;
  page.width = width;
  const std::string title = picture.title + ": " + picture.verdict;
  put_text(page, title, width, bold);
  for (const std::string& remark : picture.remarks) put_text(page, remark, width);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    page.height += line_height;
    put_text(page, figures[i].title, width, half_bold);
    put_below(page, drawings[i], 8);
    put_text(page, marks_explained(figures[i]), width);
    for (const std::string& note : figures[i].notes) put_text(page, note, width);
  }
  for (const Chart& chart : picture.charts) {
    page.height += line_height;
    put_text(page, chart.title, width, half_bold);
    put_below(page, draw_chart(chart), 8);
    for (const std::string& note : chart.notes) put_text(page, note, width);
  }
  const double full_width = page.width + 2 * margin, full_height = page.height + 2 * margin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"group\" aria-labelledby=\"pic-title pic-desc\">\n"
      "<title id=\"pic-title\">{2}</title>\n<desc id=\"pic-desc\">{3}</desc>\n"
      "<style>{4}</style>\n<rect class=\"pic-page\" width=\"100%\" height=\"100%\"/>\n{5}</svg>\n",
      full_width, full_height, markup(title),
      "Heat maps: each cell says its row, its column and its number when pointed at.",
      picture_style(), moved(page, margin, margin));
}

}  // namespace grader
