#include "student/layout.hpp"

#include "core/text.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

namespace grader {
namespace {

/// A character, or an escape sequence, which takes no columns.
struct Piece {
  std::size_t bytes = 1;
  std::size_t columns = 1;
};

Piece first_piece(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.starts_with("\x1b[")) {
    std::size_t end = 2;
    while (end < text.size() && (byte(end) < '@' || byte(end) > '~')) ++end;
    return {std::min(end + 1, text.size()), 0};
  }
  if (byte(0) < 0x80) return {};
  const std::optional<Letter> letter = first_letter(text);
  if (!letter) return {};
  const int columns = utf8proc_charwidth(static_cast<utf8proc_int32_t>(letter->code));
  return {letter->bytes, static_cast<std::size_t>(columns)};
}

/// How many bytes of a line fit into so many columns.
std::size_t bytes_that_fit(std::string_view line, std::size_t columns) {
  std::size_t bytes = 0, used = 0;
  while (bytes < line.size()) {
    const Piece piece = first_piece(line.substr(bytes));
    used += piece.columns;
    if (used > columns) break;
    bytes += piece.bytes;
  }
  return bytes;
}

}  // namespace

std::size_t styled_width(std::string_view line) {
  std::size_t columns = 0;
  while (!line.empty()) {
    const Piece piece = first_piece(line);
    columns += piece.columns;
    line.remove_prefix(piece.bytes);
  }
  return columns;
}

std::string fitted(std::string_view line, std::size_t columns) {
  if (styled_width(line) <= columns) return std::string(line);
  if (columns == 0) return "";
  return fmt::format("{}…\x1b[0m", line.substr(0, bytes_that_fit(line, columns - 1)));
}

std::vector<std::string> folded_lines(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  for (const std::string& line : split_lines(text)) {
    std::string_view rest = line;
    do {
      const std::size_t bytes = bytes_that_fit(rest, std::max<std::size_t>(columns, 2));
      lines.emplace_back(rest.substr(0, bytes));
      rest.remove_prefix(bytes);
    } while (!rest.empty());
  }
  return lines;
}

namespace {

constexpr std::size_t head_lines = 2;  // title, empty line
constexpr std::size_t foot_lines = 3;  // empty line, file, progress; then keys

/// `left`, and `right` at the end of the line, where both fit.
std::string justified(const std::string& left, const std::string& right, std::size_t columns) {
  const std::size_t used = styled_width(left) + styled_width(right);
  if (used + 1 > columns) return fitted(left, columns);
  return left + std::string(columns - used, ' ') + right;
}

std::string progress_bar(std::size_t passed, std::size_t all, std::size_t columns) {
  const std::string count = fmt::format(" {} of {} passed", passed, all);
  if (columns < count.size() + 12) return fitted(count.substr(1), columns);
  const std::size_t inside = columns - count.size() - 2;
  const std::size_t done = all == 0 ? 0 : inside * passed / all;
  std::string bar(done, '#');
  if (done < inside) bar += '>' + std::string(inside - done - 1, '-');
  return "[" + bar + "]" + count;
}

/// The keys, in two lines at most. The last two always stay; those before them are left out first.
std::vector<std::string> key_lines(std::vector<std::string> keys, std::size_t columns) {
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  for (const std::string& key : keys) {
    if (used > 0 && used + 2 + key.size() > columns) {
      lines.emplace_back();
      used = 0;
    }
    lines.back() +=
        fmt::format("{}\x1b[1m{}\x1b[0m{}", used > 0 ? "  " : "", key[0], key.substr(1));
    used += key.size() + (used > 0 ? 2 : 0);
  }
  if (lines.size() <= 2 || keys.size() <= 2) return lines;
  keys.erase(keys.end() - 3);
  return key_lines(std::move(keys), columns);
}

/// `lines` in so many rows: the first and the last, with the number of missing ones between them.
std::vector<std::string> cut_in_the_middle(const std::vector<std::string>& lines,
                                           std::size_t rows) {
  if (lines.size() <= rows) return lines;
  if (rows == 0) return {};
  const std::size_t kept = rows - 1;
  const std::size_t above = kept - kept / 3;  // the verdict and its reason come first
  const std::size_t below = kept - above;
  std::vector<std::string> shown(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(above));
  shown.push_back(fmt::format("          \x1b[33m... {} more lines: v shows all ...\x1b[0m",
                              lines.size() - kept));
  shown.insert(shown.end(), lines.end() - static_cast<std::ptrdiff_t>(below), lines.end());
  return shown;
}

/// Exactly as many lines as there are rows, none too wide. With few rows, the first line of the
/// body and the very last line are kept longest.
std::vector<std::string> framed(std::vector<std::string> lines, ScreenSize size) {
  while (lines.size() > size.rows && lines.size() > 2) {
    lines.erase(lines.size() > head_lines + 1 ? lines.end() - 2 : lines.begin());
  }
  lines.resize(size.rows);
  for (std::string& line : lines) line = fitted(line, size.columns);
  return lines;
}

}  // namespace

std::vector<std::string> lay_out(const VerdictScreen& screen, ScreenSize size) {
  std::vector<std::string> lines = {justified(screen.title, screen.state, size.columns), ""};
  std::vector<std::string> keys = key_lines(screen.keys, size.columns);
  const std::size_t around = head_lines + foot_lines + keys.size();
  const std::size_t rows = size.rows > around ? size.rows - around : 1;
  std::vector<std::string> body = cut_in_the_middle(screen.body, rows);
  body.resize(rows);
  lines.insert(lines.end(), body.begin(), body.end());
  lines.emplace_back();
  lines.push_back(screen.file);
  lines.push_back(progress_bar(screen.passed, screen.exercises, size.columns));
  if (!screen.question.empty()) {
    keys.assign(keys.size(), "");
    keys.back() = screen.question;
  }
  lines.insert(lines.end(), keys.begin(), keys.end());
  return framed(std::move(lines), size);
}

}  // namespace grader
