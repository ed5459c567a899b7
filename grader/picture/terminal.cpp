#include "picture/terminal.hpp"

#include "core/escape.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  if (columns < width) text.append(width - columns, ' ');
  return text;
}

std::string on_right(const std::string& text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  return columns < width ? std::string(width - columns, ' ') + text : text;
}

std::string without_space_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string notes_text(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) {
    for (const std::string& line : wrap(note, page_width - indent)) {
      text += std::string(indent, ' ') + line + '\n';
    }
  }
  return text;
}

namespace {

constexpr std::size_t chart_width = 60;
constexpr std::size_t chart_height = 12;

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
