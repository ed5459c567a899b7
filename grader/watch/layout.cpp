#include "watch/layout.hpp"

#include "core/text.hpp"
#include "watch/terminal.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <map>

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

/// How many spaces a line begins with; colours do not count.
std::size_t spaces_before(std::string_view line) {
  std::size_t spaces = 0;
  while (!line.empty()) {
    const Piece piece = first_piece(line);
    if (piece.columns > 0 && line[0] != ' ') break;
    spaces += piece.columns;
    line.remove_prefix(piece.bytes);
  }
  return spaces;
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
  std::string kept;
  std::size_t used = 0;
  while (!line.empty()) {
    const Piece piece = first_piece(line);
    if (used + piece.columns > columns - 1) break;
    used += piece.columns;
    kept += line.substr(0, piece.bytes);
    line.remove_prefix(piece.bytes);
  }
  return kept + "…\x1b[0m";
}

std::vector<std::string> folded(std::string_view line, std::size_t columns) {
  if (styled_width(line) <= columns) return {std::string(line)};
  const std::size_t spaces = spaces_before(line);
  const std::string indentation(spaces + 1 < columns ? spaces : 0, ' ');
  const std::size_t width = std::max<std::size_t>(columns, 1);
  std::vector<std::string> pieces;
  std::string colour, kept;  // what the piece is in, and what it has
  std::size_t used = 0, last_space = 0;
  while (!line.empty()) {
    const Piece piece = first_piece(line);
    if (used + piece.columns > width && used > indentation.size()) {
      const bool at_space = last_space > indentation.size();
      std::string rest = at_space ? kept.substr(last_space + 1) : "";
      pieces.push_back((at_space ? kept.substr(0, last_space) : kept) +
                       (colour.empty() ? "" : "\x1b[0m"));
      kept = indentation + colour + rest;
      used = styled_width(kept);
      last_space = 0;
    }
    const std::string_view text = line.substr(0, piece.bytes);
    if (text == " ") last_space = kept.size();
    if (text.starts_with("\x1b[")) colour = text == "\x1b[0m" ? "" : std::string(text);
    kept += text;
    used += piece.columns;
    line.remove_prefix(piece.bytes);
  }
  pieces.push_back(kept);
  return pieces;
}

std::vector<std::string> folded_lines(std::string_view text, std::size_t columns) {
  std::vector<std::string> given = split_lines(text), lines;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (i + 1 < given.size() && only_points(given[i + 1])) {
      const std::vector<std::string> cut = cut_around_caret({given[i], given[i + 1]}, columns);
      std::ranges::copy(cut, given.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::string& line : folded(given[i], columns)) lines.push_back(std::move(line));
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

/// The keys, in so many lines at most. The last two always stay; those before them are left out
/// first.
std::vector<std::string> key_lines(std::vector<KeyHelp> keys, std::size_t columns,
                                   std::size_t most) {
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  for (const KeyHelp& key : keys) {
    const std::size_t width = key.key.size() + 1 + key.does.size();
    if (used > 0 && used + 2 + width > columns) {
      lines.emplace_back();
      used = 0;
    }
    lines.back() += fmt::format("{}\x1b[1m{}\x1b[0m {}", used > 0 ? "  " : "", key.key, key.does);
    used += width + (used > 0 ? 2 : 0);
  }
  if (lines.size() <= most || keys.size() <= 2) return lines;
  keys.erase(keys.end() - 3);
  return key_lines(std::move(keys), columns, most);
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
  std::vector<std::string> keys = key_lines(screen.keys, size.columns, 2);
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

std::size_t lines_seen(ScreenSize size) { return size.rows > 4 ? size.rows - 3 : 1; }

std::vector<std::string> lay_out(const Reading& reading, ScreenSize size) {
  const std::size_t seen = lines_seen(size);
  const std::size_t end = std::min(reading.top + seen, reading.lines.size());
  const std::string place =
      reading.lines.size() <= seen
          ? ""
          : fmt::format("{}-{} of {}", reading.top + 1, end, reading.lines.size());
  std::vector<std::string> lines = {justified(reading.title, place, size.columns), ""};
  for (std::size_t i = reading.top; i < end; ++i) {
    lines.push_back(i == reading.chosen ? "\x1b[7m" + reading.lines[i] + "\x1b[0m"
                                        : reading.lines[i]);
  }
  lines.resize(2 + seen);
  lines.push_back(key_lines(reading.keys, size.columns, 1).back());
  return framed(std::move(lines), size);
}

void scroll(Reading& reading, std::ptrdiff_t lines, ScreenSize size) {
  const auto moved = [&](std::size_t from, std::size_t last) {
    const auto to = static_cast<std::ptrdiff_t>(from) + lines;
    return static_cast<std::size_t>(
        std::clamp(to, std::ptrdiff_t{0}, static_cast<std::ptrdiff_t>(last)));
  };
  const std::size_t seen = lines_seen(size);
  const std::size_t count = reading.lines.size();
  const std::size_t last_top = count > seen ? count - seen : 0;
  if (reading.chosen == Reading::none || count == 0) {
    reading.top = moved(reading.top, last_top);
    return;
  }
  reading.chosen = moved(reading.chosen, count - 1);
  reading.top = std::min(reading.top, reading.chosen);
  if (reading.chosen >= reading.top + seen) reading.top = reading.chosen - seen + 1;
  reading.top = std::min(reading.top, last_top);
}

bool move_by_key(Reading& reading, int key, ScreenSize size) {
  const auto page = static_cast<std::ptrdiff_t>(lines_seen(size));
  const auto all = static_cast<std::ptrdiff_t>(reading.lines.size());
  const std::map<int, std::ptrdiff_t> moves = {
      {key_enter, 1},   {'j', 1},     {key_down, 1},         {'k', -1},   {key_up, -1},
      {' ', page},      {'b', -page}, {key_page_down, page}, {'g', -all}, {key_page_up, -page},
      {key_home, -all}, {'G', all},   {key_end, all}};
  const auto move = moves.find(key);
  if (move == moves.end()) return false;
  scroll(reading, move->second, size);
  return true;
}

}  // namespace grader
