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

using Letters = std::vector<std::string>;

/// The last column up to `most` at which lines that stand below each other, such as the rows of
/// matrices, can be parted: two blanks before it in all of them, and no bracket is open. 0: none.
std::size_t gap_of(const std::vector<Letters>& rows, std::size_t first, std::size_t most) {
  std::vector<int> depth(rows.size());
  std::size_t gap = 0;
  for (std::size_t column = 0; column <= most; ++column) {
    bool begins = false, apart = column > first;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto blank = [&](std::size_t at) { return at >= rows[i].size() || rows[i][at] == " "; };
      apart = apart && depth[i] == 0 && blank(column - 1) && blank(column - 2);
      begins = begins || !blank(column);
      if (blank(column)) continue;
      const char letter = rows[i][column][0];
      depth[i] += std::string_view("([{").find(letter) != std::string_view::npos;
      depth[i] -= std::string_view(")]}").find(letter) != std::string_view::npos;
    }
    if (apart && begins) gap = column;
  }
  return gap;
}

/// Lines of code. Where those that begin with one and are indented deeper are too wide, and several
/// formulas stand beside each other, the last ones come below the first.
std::string code_text(const std::vector<std::string>& lines, std::size_t columns) {
  const auto indented = [](const std::string& line) { return line.find_first_not_of(' '); };
  const auto end = std::find_if(lines.begin() + 1, lines.end(), [&](const std::string& line) {
    return indented(line) <= indented(lines.front());
  });
  if (end != lines.end())
    return code_text({lines.begin(), end}, columns) + code_text({end, lines.end()}, columns);
  std::vector<Letters> rows;
  std::size_t longest = 0;
  for (std::string_view line : lines) {
    Letters& row = rows.emplace_back();
    for (; !line.empty(); line.remove_prefix(row.back().size())) {
      const std::optional<Letter> letter = first_letter(line);
      row.emplace_back(line.substr(0, letter ? letter->bytes : 1));
    }
    longest = std::max(longest, row.size());
  }
  const std::size_t indentation = indented(lines.front()) + 4;
  const std::size_t gap = longest > columns ? gap_of(rows, indentation, columns) : 0;
  std::string text;
  std::vector<std::string> below;
  for (const Letters& row : rows) {
    std::string parts[2];
    for (std::size_t i = 0; i < row.size(); ++i) parts[gap > 0 && i >= gap] += row[i];
    if (gap > 0) parts[0].erase(parts[0].find_last_not_of(' ') + 1);
    if (!parts[0].empty()) text += parts[0] + "\n";
    if (!parts[1].empty()) below.push_back(std::string(indentation, ' ') + parts[1]);
  }
  return below.empty() ? text : text + code_text(below, columns);
}

}  // namespace

std::string rewrapped(std::string_view markdown, std::size_t columns) {
  std::string text, mark;
  std::optional<std::string> paragraph;  // that goes on, without its mark
  std::vector<std::string> code, table;  // that go on, likewise
  const auto end_block = [&] {
    std::string start = mark;
    for (const std::string& line :
         wrapped(paragraph.value_or(""), std::max<std::size_t>(columns, 20) - mark.size())) {
      text += start + line + "\n";
      start.assign(mark.size(), ' ');
    }
    if (!code.empty()) text += code_text(code, columns);
    if (!table.empty()) text += table_text(table, columns);
    paragraph.reset();
    code.clear();
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
    const bool is_code =
        !is_row && !keeps_its_line(line) && !line.empty() && (fenced || line[0] == ' ');
    if (is_row ? table.empty() : !is_code || code.empty()) end_block();
    if (is_row) {
      table.push_back(line);
    } else if (is_code) {
      code.push_back(line);
    } else if (line.empty() || keeps_its_line(line)) {
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
