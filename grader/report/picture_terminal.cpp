// A picture in the terminal: maps with shades or numbers, curves of letters.

#include "core/text.hpp"
#include "report/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

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

/// How many columns UTF-8 text of ordinary letters takes, colours aside.
std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  bool in_colour = false;
  for (const char c : text) {
    in_colour = in_colour || c == '\x1b';
    if (!in_colour && (static_cast<unsigned char>(c) & 0xc0) != 0x80) ++columns;
    in_colour = in_colour && c != 'm';
  }
  return columns;
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

// From the least to the most. No shade is a space or a character of numbers, beside which it may
// stand.
constexpr std::string_view shades = "':;=*%#@";

char shade_at(double place) {
  const double step = std::clamp(place, 0.0, 1.0) * static_cast<double>(shades.size() - 1);
  return shades[static_cast<std::size_t>(std::lround(step))];
}

constexpr Rgb mark_background{128, 128, 128};

std::string coloured(std::string_view text, Rgb background) {
  const Rgb ink = ink_on(background);
  return fmt::format("\x1b[38;2;{};{};{};48;2;{};{};{}m{}\x1b[0m", ink.red, ink.green, ink.blue,
                     background.red, background.green, background.blue, text);
}

/// The sign of what is no number to be shaded: NaN or an infinity.
char mark_of(double value) { return std::isnan(value) ? '?' : value > 0 ? '^' : 'v'; }

/// The place on a scale as that on the shades: those of differences begin in the middle.
double shade_place(Colours colours, double place) {
  return colours == Colours::sequential ? place : std::abs(2 * place - 1);
}

/// A figure with its title, legend and notes.
class FigureText {
 public:
  FigureText(const Figure& figure, Style look)
      : figure_(reduced(figure, most_map_cells, most_map_cells)),
        look_(look),
        largest_(largest_size(figure_)) {
    for (const Map& map : figure_.maps) {
      const std::size_t last = map.rows == 0 ? 0 : (map.rows - 1) * map.row_block;
      index_width_ = std::max(index_width_, std::to_string(last).size());
    }
    // Numbers say more than shades: maps of few rows stand below each other for them.
    const bool few_rows = std::ranges::all_of(
        figure_.maps, [](const Map& map) { return map.rows <= most_rows_below; });
    std::vector<std::pair<bool, bool>> choices = {{true, true}, {true, false}, {false, true}};
    if (few_rows) std::swap(choices[1], choices[2]);
    choices.emplace_back(false, false);  // always fits: there are few enough cells
    for (const auto& choice : choices) {
      std::tie(side_by_side_, numbers_) = choice;
      if (fits()) return;
    }
  }

  std::string text() const {
    std::string text = figure_.title + '\n';
    const std::span<const Map> maps = figure_.maps;
    if (side_by_side_) text += beside_each_other(maps);
    for (std::size_t i = 0; !side_by_side_ && i < maps.size(); ++i)
      text += beside_each_other(maps.subspan(i, 1));
    for (const Legend& legend : legends_of(figure_)) {
      text += fmt::format("  {:<17} {} {} {}\n", legend.name, scale_text(legend.scale.low),
                          gradient(legend.colours), scale_text(legend.scale.high));
    }
    const bool in_words = look_ == Style::colour && numbers_;
    if (has_marks(figure_) && !in_words) text += "  ? is NaN, ^ is infinity, v is -infinity\n";
    return text + notes_text(figure_.notes);
  }

 private:
  std::string cell_words(const Map& map, std::size_t cell) const {
    return short_number(map.values[cell], largest_);
  }

  /// Two columns of shade, or room for a shade, where no colour stands for it, the longest number
  /// and a space.
  std::size_t cell_width(const Map& map) const {
    if (!numbers_) return 2;
    std::size_t width = 1;
    for (std::size_t i = 0; i < map.values.size(); ++i)
      width = std::max(width, cell_words(map, i).size());
    return width + (look_ == Style::colour ? 1 : 2);
  }

  /// "query 10 " before the rows of a map; of maps side by side only the first names the axis.
  std::size_t margin_width(bool named) const {
    return (named ? columns_of(figure_.row_axis) + 1 : 0) + index_width_ + 1;
  }

  /// How wide the margin, the cells and what stands above them are.
  std::size_t map_width(const Map& map, bool named) const {
    return margin_width(named) + std::max({map.columns * cell_width(map), columns_of(map.caption),
                                           columns_of(figure_.column_axis)});
  }

  bool fits() const {
    std::size_t beside = map_indent, widest = 0;
    for (const Map& map : figure_.maps) {
      const bool first = &map == &figure_.maps.front();
      beside += (first ? 0 : map_gap) + map_width(map, first);
      widest = std::max(widest, map_indent + map_width(map, true));
    }
    return (side_by_side_ ? beside : widest) <= page_width;
  }

  /// What shades a cell: a sign for its number's place on the scale, with its own sign before it
  /// where both signs have a colour.
  std::string shading(const Map& map, double value, char shade) const {
    if (!std::isfinite(value) || map.colours == Colours::sequential) return {shade, shade};
    return {value > 0 ? '+' : value < 0 ? '-' : ' ', shade};
  }

  std::string cell(const Map& map, std::size_t i, std::size_t width) const {
    const double value = map.values[i];
    const bool finite = std::isfinite(value);
    const double place = finite ? position(figure_.scale_of(map), value) : 0;
    const char shade = finite ? shade_at(shade_place(map.colours, place)) : mark_of(value);
    const std::string words = numbers_ ? cell_words(map, i) : "";
    if (look_ == Style::colour) {
      const Rgb background = finite ? colour_at(map.colours, place) : mark_background;
      const std::string text =
          numbers_ ? fmt::format("{:>{}} ", words, width - 1) : shading(map, value, shade);
      return coloured(text, background);
    }
    return numbers_ ? fmt::format("{}{:>{}} ", shade, words, width - 2)
                    : shading(map, value, shade);
  }

  /// The indices of columns above a map, as many as there is room for.
  std::string column_indices(const Map& map, std::size_t width) const {
    if (map.columns == 0) return "";
    const std::size_t widest = std::to_string((map.columns - 1) * map.column_block).size();
    std::size_t step = 1;
    for (const std::size_t next : {2U, 5U, 10U, 20U}) {
      if (widest + 1 > step * width) step = next;
    }
    std::string line;
    for (std::size_t j = 0; j < map.columns; j += step) {
      line = fmt::format("{:<{}}{:>{}}", line, j * width, j * map.column_block,
                         numbers_ ? width - 1 : width);
    }
    return line;
  }

  /// The lines of one map: caption, axis and indices of the columns, rows. `named`: with the axis
  /// of the rows.
  std::vector<std::string> map_lines(const Map& map, bool named) const {
    const std::size_t width = cell_width(map);
    std::vector<std::string> lines;
    for (const std::string& text : {map.caption, figure_.column_axis, column_indices(map, width)})
      lines.push_back(std::string(margin_width(named), ' ') + text);
    for (std::size_t i = 0; i < map.rows; ++i) {
      std::string text = named ? figure_.row_axis + " " : "";
      text += fmt::format("{:>{}} ", i * map.row_block, index_width_);
      for (std::size_t j = 0; j < map.columns; ++j) text += cell(map, i * map.columns + j, width);
      lines.push_back(std::move(text));
    }
    return lines;
  }

  std::string beside_each_other(std::span<const Map> maps) const {
    std::vector<std::vector<std::string>> blocks;
    std::vector<std::size_t> widths;
    std::size_t height = 0;
    for (const Map& map : maps) {
      const bool first = blocks.empty();
      blocks.push_back(map_lines(map, first));
      widths.push_back(map_width(map, first));
      height = std::max(height, blocks.back().size());
    }
    std::string text;
    for (std::size_t i = 0; i < height; ++i) {
      std::string line(map_indent, ' ');
      for (std::size_t b = 0; b < blocks.size(); ++b) {
        const std::string part = i < blocks[b].size() ? blocks[b][i] : "";
        line += part + std::string(widths[b] - columns_of(part) + map_gap, ' ');
      }
      text += without_space_at_end(std::move(line)) + '\n';
    }
    return text;
  }

  /// The colours or shades of a scale from its low to its high end.
  std::string gradient(Colours colours) const {
    std::string bar;
    for (std::size_t i = 0; look_ == Style::colour && i < legend_cells; ++i) {
      const double place = static_cast<double>(i) / (legend_cells - 1);
      bar += coloured(std::string(1, shade_at(shade_place(colours, place))),
                      colour_at(colours, place));
    }
    if (look_ == Style::colour) return bar;
    if (colours == Colours::sequential) return std::string(shades);
    for (auto shade = shades.rbegin(); shade + 1 != shades.rend(); ++shade)
      bar += std::string("-") + *shade;
    bar += " ";
    for (const char shade : shades) bar += std::string(shade == shades[0] ? "" : "+") + shade;
    return bar;
  }

  Figure figure_;
  Style look_;
  double largest_;               ///< size of the figure's largest number
  std::size_t index_width_ = 1;  ///< of the longest row index
  bool side_by_side_ = true;
  bool numbers_ = true;  ///< in the cells
};

/// Which letter of a curve lies where: 'o' expected, '*' yours, '#' both, row by row from the top.
std::vector<std::string> plot(const Chart& chart) {
  std::vector<std::string> rows(chart_height, std::string(chart_width, ' '));
  const std::size_t longest = longest_of(chart);
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
  const std::size_t longest = longest_of(chart);
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
  std::string text = picture.title + '\n';
  for (const std::string& remark : picture.remarks) {
    if (remark.starts_with(' ')) {
      text += "  " + remark + '\n';  // code keeps its columns
    } else {
      text += notes_text({remark});
    }
  }
  for (const Figure& figure : picture.figures) text += '\n' + FigureText(figure, look).text();
  for (const Chart& chart : picture.charts) text += '\n' + chart_text(chart, look);
  return without_orders(text);
}

}  // namespace grader
