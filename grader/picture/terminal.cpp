// A picture in the terminal: maps with shades or numbers, curves of letters.

#include "core/escape.hpp"
#include "core/text.hpp"
#include "picture/colours.hpp"
#include "picture/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace grader {
namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t map_indent = 2;
constexpr std::size_t most_map_cells = 32;  // rows or columns of a map
constexpr std::size_t map_gap = 2;          // columns between maps
constexpr std::size_t legend_cells = 24;
constexpr std::size_t most_rows_below = 5;  // of a map, to be put below others for its numbers
constexpr std::size_t chart_width = 60;
constexpr std::size_t chart_height = 12;

/// How many columns UTF-8 text of ordinary letters takes.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// With spaces behind it up to so many columns.
std::string padded(std::string text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  if (columns < width) text.append(width - columns, ' ');
  return text;
}

/// With spaces before it up to so many columns.
std::string on_right(const std::string& text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  return columns < width ? std::string(width - columns, ' ') + text : text;
}

std::string without_space_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Paragraphs, wrapped and indented.
std::string notes_text(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) {
    for (const std::string& line : wrap(note, page_width - map_indent)) {
      text += std::string(map_indent, ' ') + line + '\n';
    }
  }
  return text;
}

// From the least to the most. No shade is a space, which is a blank cell, or a character of
// numbers, beside which it may stand.
constexpr const char* ascii_shades[] = {"'", ":", ";", "=", "*", "%", "#", "@"};
constexpr const char* block_shades[] = {"·", "░", "▒", "▓", "█"};

std::span<const char* const> shades(Style look) {
  if (look == Style::blocks) return block_shades;
  return ascii_shades;
}

const char* shade_at(Style look, double place) {
  const std::span<const char* const> all = shades(look);
  const double step = std::clamp(place, 0.0, 1.0) * static_cast<double>(all.size() - 1);
  return all[static_cast<std::size_t>(std::lround(step))];
}

constexpr Rgb mark_background{128, 128, 128};

std::string coloured(std::string_view text, Rgb background, bool highlighted) {
  const Rgb ink = ink_on(background);
  return fmt::format("\x1b[{}38;2;{};{};{};48;2;{};{};{}m{}\x1b[0m", highlighted ? "1;4;" : "",
                     ink.red, ink.green, ink.blue, background.red, background.green,
                     background.blue, text);
}

/// The sign of what is no number to be shaded: NaN or an infinity.
const char* mark_of(double value) { return std::isnan(value) ? "?" : value > 0 ? "^" : "v"; }

/// What stands in the cells of a figure.
enum class Content { shades, numbers, labels };

/// How the maps of a figure are laid out.
struct Layout {
  Content content = Content::shades;
  std::size_t index_width = 1;  ///< of the longest row index
  double largest = 1;           ///< size of the figure's largest number
  bool side_by_side = true;
  bool coloured = false;  ///< colour stands for the sign of a shade
};

bool has_words(const Map& map, const Layout& layout) {
  return layout.content == Content::numbers ||
         (layout.content == Content::labels && !map.labels.empty());
}

std::string cell_words(const Map& map, std::size_t cell, const Layout& layout) {
  if (!has_words(map, layout)) return "";
  if (layout.content == Content::numbers) return short_number(map.values[cell], layout.largest);
  const bool marked = map.is_highlighted(cell);
  return (marked ? "[" : " ") + map.labels[cell] + (marked ? "]" : " ");
}

/// Two columns of shade, or room for a shade, where no colour stands for it, the longest words and
/// a space.
std::size_t cell_width(const Map& map, const Layout& layout) {
  if (!has_words(map, layout)) return 2;
  std::size_t width = 1;
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    if (!map.is_blank(i)) width = std::max(width, cell_words(map, i, layout).size());
  }
  return width + (layout.coloured ? 1 : 2);
}

/// How wide the cells and what stands above them are.
std::size_t body_width(const Figure& figure, const Map& map, const Layout& layout) {
  return std::max({map.columns * cell_width(map, layout), columns_of(map.caption),
                   columns_of(figure.column_axis)});
}

/// "query 10 " before the rows of a map; of maps side by side only the first names the axis.
std::size_t margin_width(const Figure& figure, const Layout& layout, bool named) {
  return (named ? columns_of(figure.row_axis) + 1 : 0) + layout.index_width + 1;
}

bool fits(const Figure& figure, const Layout& layout) {
  std::size_t beside = map_indent, widest = 0;
  for (const Map& map : figure.maps) {
    const bool first = &map == &figure.maps.front();
    const std::size_t body = body_width(figure, map, layout);
    beside += (first ? 0 : map_gap) + margin_width(figure, layout, first) + body;
    widest = std::max(widest, map_indent + margin_width(figure, layout, true) + body);
  }
  return (layout.side_by_side ? beside : widest) <= page_width;
}

Layout lay_out(const Figure& figure, Style look) {
  Layout layout;
  layout.coloured = look == Style::colour;
  layout.largest = largest_size(figure);
  bool labelled = false;
  for (const Map& map : figure.maps) {
    labelled = labelled || !map.labels.empty();
    const std::size_t last = map.rows == 0 ? 0 : (map.rows - 1) * map.row_block;
    layout.index_width = std::max(layout.index_width, std::to_string(last).size());
  }
  // Numbers say more than shades: maps of few rows stand below each other for them.
  const bool few_rows =
      std::ranges::all_of(figure.maps, [](const Map& map) { return map.rows <= most_rows_below; });
  std::vector<std::pair<bool, Content>> choices = {
      {true, Content::numbers}, {true, Content::shades}, {false, Content::numbers}};
  if (few_rows) std::swap(choices[1], choices[2]);
  for (const auto& [side_by_side, content] : choices) {
    layout.side_by_side = side_by_side;
    layout.content = labelled ? Content::labels : content;
    if (fits(figure, layout)) return layout;
  }
  layout.side_by_side = false;
  layout.content = Content::shades;  // always fits below each other: there are few enough cells
  return layout;
}

/// What shades a cell: a sign for its number's place on the scale, with its own sign before it
/// where both signs have a colour.
std::string shading(const Map& map, double value, double place, Style look) {
  if (!std::isfinite(value)) return std::string(2, *mark_of(value));
  if (map.colours == Colours::sequential)
    return std::string(shade_at(look, place)) + shade_at(look, place);
  const char* sign = value > 0 ? "+" : value < 0 ? "-" : " ";
  return std::string(sign) + shade_at(look, std::abs(2 * place - 1));
}

std::string cell(const Figure& figure, const Map& map, std::size_t i, std::size_t width,
                 const Layout& layout, Style look) {
  const double value = map.values[i];
  if (map.is_blank(i)) return std::string(width, ' ');
  const bool finite = std::isfinite(value), worded = has_words(map, layout);
  const double place = finite ? position(figure.scale_of(map), value) : 0;
  const std::string words = cell_words(map, i, layout);
  if (look == Style::colour) {
    const Rgb background = finite ? colour_at(map.colours, place) : mark_background;
    const std::string text = worded ? on_right(words, width - 1) : shading(map, value, place, look);
    return coloured(padded(text, width), background, map.is_highlighted(i));
  }
  if (!worded) return shading(map, value, place, look);
  const bool diverging = map.colours == Colours::diverging;
  const std::string shade =
      finite ? shade_at(look, diverging ? std::abs(2 * place - 1) : place) : mark_of(value);
  return shade + on_right(words, width - 2) + ' ';
}

/// The indices of columns above a map, as many as there is room for.
std::string column_indices(const Map& map, std::size_t width, bool worded) {
  if (map.columns == 0) return "";
  const std::size_t widest = std::to_string((map.columns - 1) * map.column_block).size();
  std::size_t step = 1;
  for (const std::size_t next : {2U, 5U, 10U, 20U}) {
    if (widest + 1 > step * width) step = next;
  }
  std::string line;
  for (std::size_t j = 0; j < map.columns; j += step) {
    line = padded(std::move(line), j * width) +
           on_right(std::to_string(j * map.column_block), worded ? width - 1 : width);
  }
  return line;
}

/// A line of a map, and how many columns it takes, escape sequences aside.
struct Line {
  std::string text;
  std::size_t width = 0;
};

/// The lines of one map: caption, axis and indices of the columns, rows. `named`: with the axis of
/// the rows.
std::vector<Line> map_lines(const Figure& figure, const Map& map, const Layout& layout, bool named,
                            Style look) {
  const std::size_t margin = margin_width(figure, layout, named);
  const std::size_t width = cell_width(map, layout);
  std::vector<Line> lines;
  for (const std::string& text :
       {map.caption, figure.column_axis, column_indices(map, width, has_words(map, layout))}) {
    lines.push_back({std::string(margin, ' ') + text, margin + columns_of(text)});
  }
  for (std::size_t i = 0; i < map.rows; ++i) {
    std::string text = named ? figure.row_axis + " " : "";
    text += on_right(std::to_string(i * map.row_block), layout.index_width) + " ";
    for (std::size_t j = 0; j < map.columns; ++j) {
      text += cell(figure, map, i * map.columns + j, width, layout, look);
    }
    lines.push_back({std::move(text), margin + map.columns * width});
  }
  return lines;
}

std::string beside_each_other(const Figure& figure, const Layout& layout, Style look) {
  std::vector<std::vector<Line>> blocks;
  std::vector<std::size_t> widths;
  std::size_t height = 0;
  for (const Map& map : figure.maps) {
    const bool first = blocks.empty();
    blocks.push_back(map_lines(figure, map, layout, first, look));
    widths.push_back(margin_width(figure, layout, first) + body_width(figure, map, layout));
    height = std::max(height, blocks.back().size());
  }
  std::string text;
  for (std::size_t i = 0; i < height; ++i) {
    std::string line(map_indent, ' ');
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const Line part = i < blocks[b].size() ? blocks[b][i] : Line{};
      line += part.text;
      line.append(widths[b] - part.width + map_gap, ' ');
    }
    text += without_space_at_end(std::move(line)) + '\n';
  }
  return text;
}

std::string below_each_other(const Figure& figure, const Layout& layout, Style look) {
  std::string text;
  for (const Map& map : figure.maps) {
    for (const Line& line : map_lines(figure, map, layout, true, look)) {
      text += without_space_at_end(std::string(map_indent, ' ') + line.text) + '\n';
    }
  }
  return text;
}

/// The colours or shades of a scale from its low to its high end.
std::string gradient(Colours colours, Style look) {
  std::string bar;
  if (look == Style::colour) {
    for (std::size_t i = 0; i < legend_cells; ++i) {
      const double place = static_cast<double>(i) / (legend_cells - 1);
      const double shaded = colours == Colours::sequential ? place : std::abs(2 * place - 1);
      bar += coloured(shade_at(look, shaded), colour_at(colours, place), false);
    }
    return bar;
  }
  const std::span<const char* const> all = shades(look);
  if (colours == Colours::sequential) {
    for (const char* shade : all) bar += shade;
    return bar;
  }
  for (auto shade = all.rbegin(); shade + 1 != all.rend(); ++shade)
    bar += std::string("-") + *shade;
  bar += std::string(" ") + all.front();
  for (const char* shade : all.subspan(1)) bar += std::string("+") + shade;
  return bar;
}

std::string legend_line(std::string_view name, const Scale& scale, Colours colours, Style look) {
  return fmt::format("  {:<17} {} {} {}\n", name, scale_text(scale.low), gradient(colours, look),
                     scale_text(scale.high));
}

std::string legend(const Figure& figure, const Layout& layout, Style look) {
  std::string text = legend_line("scale", figure.scale, Colours::sequential, look);
  for (const Map& map : figure.maps) {
    if (map.colours != Colours::diverging) continue;
    const bool same = std::ranges::all_of(map.values, [](double value) { return value == 0; });
    if (!same) text += legend_line(map.caption, figure.difference, Colours::diverging, look);
  }
  const bool in_words = look == Style::colour && layout.content == Content::numbers;
  if (has_marks(figure) && !in_words) text += "  ? is NaN, ^ is infinity, v is -infinity\n";
  return text;
}

/// A figure with its title, legend and notes.
std::string figure_text(const Figure& whole, Style look) {
  const Figure figure = reduced(whole, most_map_cells, most_map_cells);
  const Layout layout = lay_out(figure, look);
  std::string text = figure.title + '\n';
  text += layout.side_by_side ? beside_each_other(figure, layout, look)
                              : below_each_other(figure, layout, look);
  return text + legend(figure, layout, look) + notes_text(figure.notes);
}

/// Which letter of a curve lies where: 'o' expected, '*' yours, '#' both, row by row from the top.
std::vector<std::string> plot(const Chart& chart) {
  std::vector<std::string> rows(chart_height, std::string(chart_width, ' '));
  std::size_t longest = 1;
  for (const Curve& curve : chart.curves) longest = std::max(longest, curve.values.size());
  for (const Curve& curve : chart.curves) {
    const char letter = curve.caption == caption_yours ? '*' : 'o';
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
      if (!std::isfinite(curve.values[i])) continue;
      const std::size_t x = longest == 1 ? 0 : i * (chart_width - 1) / (longest - 1);
      const double height = position(chart.scale, curve.values[i]) * (chart_height - 1);
      char& point = rows[chart_height - 1 - static_cast<std::size_t>(std::lround(height))][x];
      point = point == ' ' || point == letter ? letter : '#';
    }
  }
  return rows;
}

std::string chart_line(const std::string& row, Style look) {
  if (look != Style::colour) return row;
  std::string line;
  for (const char letter : row) {
    const char* style = letter == '*' ? "\x1b[33m" : letter == 'o' ? "\x1b[36m" : "\x1b[1m";
    line += letter == ' ' ? " " : fmt::format("{}{}\x1b[0m", style, letter);
  }
  return line;
}

std::string chart_text(const Chart& chart, Style look) {
  const std::string top = scale_text(chart.scale.high), bottom = scale_text(chart.scale.low);
  const std::size_t margin = std::max(top.size(), bottom.size());
  std::string text = chart.title + '\n';
  const std::vector<std::string> rows = plot(chart);
  std::size_t longest = 1;
  for (const Curve& curve : chart.curves) longest = std::max(longest, curve.values.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string& label = i == 0 ? top : i + 1 == rows.size() ? bottom : std::string();
    text += fmt::format("  {:>{}} |", label, margin) +
            chart_line(without_space_at_end(rows[i]), look) + '\n';
  }
  const std::string last = std::to_string(longest - 1);
  text += fmt::format("  {:>{}} +{}\n", "", margin, std::string(chart_width, '-'));
  text += fmt::format("  {:>{}}  0{:^{}}{}\n", "", margin, chart.axis,
                      chart_width - 1 - last.size(), last);
  const bool alone = chart.curves.size() == 1;
  text += alone ? fmt::format("  {} {}\n", chart.curves[0].caption == caption_yours ? '*' : 'o',
                              chart.curves[0].caption)
                : "  * yours, o expected, # both\n";
  return text + notes_text(chart.notes);
}

}  // namespace

std::string terminal_picture(const Picture& picture, Style look) {
  std::string text = picture.title + ": ";
  text += picture.verdict + '\n';
  for (const std::string& remark : picture.remarks) {
    if (remark.starts_with(' ')) {
      text += "  " + remark + '\n';  // code keeps its columns
    } else {
      text += notes_text({remark});
    }
  }
  for (const Figure& figure : picture.figures) text += '\n' + figure_text(figure, look);
  for (const Chart& chart : picture.charts) text += '\n' + chart_text(chart, look);
  return without_orders(text);
}

}  // namespace grader
