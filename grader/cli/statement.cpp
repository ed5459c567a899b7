// A statement, which is Markdown, in the columns of a terminal.

#include "cli/commands.hpp"
#include "core/text.hpp"
#include "watch/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

/// How long the mark of a list item at the start of a line is: "- " or "1. "; 0 for none.
std::size_t item_mark(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ")) return 2;
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && line.substr(digits, 2) == ". " ? digits + 2 : 0;
}

/// Whether a line stays as it is wherever it stands.
bool keeps_its_line(const std::string& line) {
  return line.starts_with('#') || line.starts_with('>') || line.starts_with("```");
}

/// Whether a cell is of the line between the head of a table and its rows.
bool is_rule(const std::string& cell) {
  return !cell.empty() && cell.find_first_not_of("-:") == cell.npos;
}

bool is_operator(const std::string& word) {
  constexpr std::string_view operators = " = + − · / × ∘ ≤ ≥ < > ≠ ≈ ∈ ";
  return operators.find(" " + word + " ") != operators.npos;
}

/// `text` in lines of so many columns. Spans of code, and formulas, stay whole where they fit.
std::vector<std::string> wrapped(const std::string& text, std::size_t columns) {
  constexpr char glue = '\x1f';
  std::string glued, before;
  std::size_t run = 0;  // columns that no line ends in
  bool in_code = false;
  for (const std::string& word : wrap(text, 1)) {
    const bool joined = in_code || is_operator(word) || is_operator(before);
    const std::size_t width = styled_width(word);
    const bool fits = joined && run + 1 + width <= columns;
    run = fits ? run + 1 + width : width;
    if (!before.empty()) glued += fits ? glue : ' ';
    glued += word;
    if (std::ranges::count(word, '`') % 2 == 1) in_code = !in_code;
    before = word;
  }
  std::vector<std::string> lines = wrap(glued, columns);
  for (std::string& line : lines) std::ranges::replace(line, glue, ' ');
  return lines;
}

/// The lines of a table, with its columns below each other. Cells of columns that are too wide get
/// several lines.
std::string table_text(const std::vector<std::string>& lines, std::size_t columns) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> widths, least;  // of columns; that of their longest words
  for (const std::string& line : lines) {
    std::vector<std::string>& row = rows.emplace_back();
    for (std::size_t at = 1, end; (end = line.find('|', at)) != line.npos; at = end + 1)
      row.emplace_back(trimmed(line.substr(at, end - at)));
    widths.resize(std::max(widths.size(), row.size()));
    least.resize(widths.size());
    for (std::size_t j = 0; j < row.size() && !is_rule(row[j]); ++j) {
      widths[j] = std::max(widths[j], styled_width(row[j]));
      for (const std::string& word : wrap(row[j], 1))
        least[j] = std::max(least[j], styled_width(word));
    }
  }
  std::size_t all = 1;
  for (const std::size_t width : widths) all += width + 3;
  for (; all > columns && widths != least; --all) {
    std::size_t loosest = 0;
    for (std::size_t j = 1; j < widths.size(); ++j)
      if (widths[j] - least[j] > widths[loosest] - least[loosest]) loosest = j;
    --widths[loosest];
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::vector<std::vector<std::string>> cells;  // each in lines
    std::size_t height = 1;
    for (std::size_t j = 0; j < row.size(); ++j) {
      cells.push_back(is_rule(row[j]) ? std::vector{std::string(widths[j], '-')}
                                      : wrapped(row[j], widths[j]));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t i = 0; i < height; ++i) {
      text += '|';
      for (std::size_t j = 0; j < cells.size(); ++j) {
        const std::string part = i < cells[j].size() ? cells[j][i] : "";
        const std::size_t used = std::min(widths[j], styled_width(part));
        text += fmt::format(" {}{:{}} |", part, "", widths[j] - used);
      }
      text += '\n';
    }
  }
  return text;
}

}  // namespace

std::string rewrapped(std::string_view markdown, std::size_t columns) {
  std::string text, mark;
  std::optional<std::string> paragraph;  // that goes on, without its mark
  std::vector<std::string> table;        // that goes on, likewise
  const auto end_block = [&] {
    std::string start = mark;
    for (const std::string& line :
         wrapped(paragraph.value_or(""), std::max<std::size_t>(columns, 20) - mark.size())) {
      text += start + line + "\n";
      start.assign(mark.size(), ' ');
    }
    if (!table.empty()) text += table_text(table, columns);
    paragraph.reset();
    table.clear();
  };
  bool fenced = false;
  for (const std::string& line : split_lines(markdown)) {
    if (line.starts_with("```")) fenced = !fenced;
    const std::size_t marked = item_mark(line);
    const bool goes_on = paragraph && !fenced && !line.empty() && marked == 0 &&
                         (line[0] != ' ' || (!mark.empty() && !line.starts_with("    ")));
    if (goes_on && !keeps_its_line(line) && line[0] != '|') {
      *paragraph += " " + std::string(trimmed(line));
      continue;
    }
    const bool is_row = !fenced && line.starts_with('|');
    if (!is_row || table.empty()) end_block();
    if (is_row) {
      table.push_back(line);
    } else if (fenced || line.empty() || line[0] == ' ' || keeps_its_line(line)) {
      text += line + "\n";
    } else {
      mark = line.substr(0, marked);
      paragraph = line.substr(marked);
    }
  }
  end_block();
  return text;
}

}  // namespace grader
