#include "watch/styled.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace grader {
namespace {

struct Range {
  std::uint32_t first, last;
};

constexpr Range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23f3},
    {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26a1, 0x26a1},
    {0x26bd, 0x26be},   {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},
    {0x274c, 0x274c},   {0x2753, 0x2757},   {0x2795, 0x2797},   {0x2b1b, 0x2b1c},
    {0x2b50, 0x2b55},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97c},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
    {0xffe0, 0xffe6},   {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff},
    {0x20000, 0x3fffd},
};
constexpr Range empty[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a}, {0x064b, 0x065f},
    {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2064},
    {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef},
};

template <std::size_t N>
bool is_in(const Range (&ranges)[N], std::uint32_t letter) {
  return std::any_of(std::begin(ranges), std::end(ranges), [&](const Range& range) {
    return letter >= range.first && letter <= range.last;
  });
}

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
  if (byte(0) < 0xc0) return {};
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (text.size() < length) return {text.size(), 1};
  std::uint32_t letter = byte(0) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) letter = letter << 6 | (byte(i) & 0x3fU);
  if (is_in(empty, letter)) return {length, 0};
  return {length, is_in(wide, letter) ? std::size_t{2} : std::size_t{1}};
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

/// Whether a line does nothing but mark a place in the one above it.
bool is_caret(std::string_view line) {
  return line.find('^') != std::string_view::npos &&
         line.find_first_not_of(" ^~") == std::string_view::npos;
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
  return kept + ">\x1b[0m";
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

void fit_code(std::string& code, std::string& caret, std::size_t columns) {
  constexpr std::string_view dots = "...";
  const std::size_t spaces = spaces_before(code);
  const std::size_t place = caret.find('^') + 1;
  if (code.size() <= columns && place <= columns) return;
  const std::size_t kept = columns / 4;  // of the code behind the place, where there is some
  const std::size_t wanted = std::min(std::max(code.size(), place), place + kept);
  const std::size_t left_out = wanted > columns ? wanted - columns + dots.size() : 0;
  if (left_out > 0 && spaces + left_out < place && left_out + spaces <= code.size()) {
    code = std::string(spaces, ' ') + std::string(dots) + code.substr(spaces + left_out);
    caret.erase(0, left_out - dots.size());
  }
  code = fitted(code, columns);
  caret = fitted(caret, columns);
}

std::vector<std::string> folded_lines(std::string_view text, std::size_t columns) {
  std::vector<std::string> given;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    given.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (i + 1 < given.size() && is_caret(given[i + 1])) fit_code(given[i], given[i + 1], columns);
    for (std::string& line : folded(given[i], columns)) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace grader
