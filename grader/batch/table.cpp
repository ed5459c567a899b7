// Tables as people have them: of platforms, of spreadsheets, or typed by hand. Pure.

#include "batch/class_list.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <codecvt>
#include <locale>

namespace grader {
namespace {

/// Text of which UTF-16 makes no sense becomes "?".
std::string utf_8(const std::u16string& text) {
  return std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t>("?").to_bytes(text);
}

std::string from_utf_16(std::string_view bytes, bool big_endian) {
  std::u16string units;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const auto high = static_cast<unsigned char>(bytes[i + (big_endian ? 0 : 1)]);
    const auto low = static_cast<unsigned char>(bytes[i + (big_endian ? 1 : 0)]);
    units += static_cast<char16_t>(high << 8 | low);
  }
  return utf_8(units);
}

/// Windows' characters from 0x80 to 0x9F; the others have their number in Unicode.
constexpr std::array<char16_t, 32> windows_1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string from_windows_1252(std::string_view bytes) {
  std::u16string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80u] : char16_t{byte};
  }
  return utf_8(text);
}

bool is_utf_8(std::string_view text) {
  while (!text.empty()) {
    const std::optional<Letter> letter = first_letter(text);
    if (!letter) return false;
    text.remove_prefix(letter->bytes);
  }
  return true;
}

std::string decoded(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe")) return from_utf_16(bytes, false);
  if (bytes.starts_with("\xfe\xff")) return from_utf_16(bytes, true);
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  return is_utf_8(bytes) ? std::string(bytes) : from_windows_1252(bytes);
}

/// Words of which heads of lists have one at least: this program's, Moodle's, Canvas',
/// Gradescope's, GitHub's, and those of spreadsheets.
constexpr std::string_view head_words[] = {
    "id",         "user",         "username",  "login",           "student",
    "name",       "email",        "sid",       "identifier",      "full name",
    "first name", "last name",    "surname",   "email address",   "sis user id",
    "section",    "sis login id", "group",     "github_username", "user id",
    "vorname",    "nachname",     "kennung",   "benutzername",    "matrikelnummer",
    "exercise",   "time",         "handed in", "points",          "reason"};

bool is_head(const std::vector<std::string>& cells) {
  return std::ranges::any_of(cells, [](const std::string& cell) {
    return std::ranges::find(head_words, lower_case(cell)) != std::end(head_words);
  });
}

/// The separator that the first line has the most of outside of quotes.
char separator_of(std::string_view line) {
  std::string plain;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (!quoted) plain += c;
  }
  constexpr std::string_view separators = ",;\t";
  return *std::ranges::max_element(
      separators, {}, [&](char separator) { return std::ranges::count(plain, separator); });
}

/// Takes one row off the front of `text`. Nothing where a quote does not end.
std::optional<std::vector<std::string>> take_row(std::string_view& text, char separator) {
  std::vector<std::string> cells(1);
  bool quoted = false, was_quoted = false;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && text.substr(i + 1, 1) == "\"") {
      cells.back() += text[++i];
    } else if (quoted && c != '"') {
      cells.back() += c;
    } else if (c == '"' && (quoted || trimmed(cells.back()).empty())) {
      if (!quoted) cells.back().clear();
      quoted = !quoted;
      was_quoted = true;
    } else if (c == separator) {
      cells.emplace_back();
      was_quoted = false;
    } else if (c == '\n') {
      break;
    } else if (!was_quoted || trimmed({&c, 1}) != "") {
      cells.back() += c;
    }
  }
  if (quoted) return std::nullopt;
  text.remove_prefix(std::min(i + 1, text.size()));
  for (std::string& cell : cells) cell = trimmed(cell);
  return cells;
}

}  // namespace

std::optional<std::size_t> Table::column(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names) {
    const auto found = std::ranges::find(head, name);
    if (found != head.end()) return static_cast<std::size_t>(found - head.begin());
  }
  return std::nullopt;
}

Table table_in(std::string_view bytes, const std::string& file) {
  const std::string text = decoded(bytes);
  Table table{file, 0, {}, {}};
  std::string_view rest = text;
  std::size_t line = 1;
  while (!rest.empty()) {
    const std::string_view first = trimmed(rest.substr(0, rest.find('\n')));
    const bool names_separator = first.starts_with("sep=") && first.size() == 5;
    if (names_separator) table.separator = first.back();
    if (first.empty() || first.starts_with('#') || names_separator) {
      rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
      ++line;
      continue;
    }
    if (table.separator == 0) table.separator = separator_of(first);
    const std::string_view before = rest;
    auto cells = take_row(rest, table.separator);
    if (!cells) {
      throw InputError(fmt::format("{}:{}: a quote does not end: {}", file, line,
                                   printable_name(cut(first, 100))),
                       "end it, or write two of them for one that is meant");
    }
    const bool has_text = std::ranges::any_of(*cells, [](const auto& one) { return !one.empty(); });
    if (!has_text) {  // as Excel writes rows that were emptied
    } else if (table.head.empty() && table.rows.empty() && is_head(*cells)) {
      for (std::string& cell : *cells) table.head.push_back(lower_case(std::move(cell)));
    } else {
      table.rows.push_back({line, std::move(*cells)});
    }
    line += static_cast<std::size_t>(
        std::ranges::count(before.substr(0, before.size() - rest.size()), '\n'));
  }
  return table;
}

std::optional<std::size_t> column_of_most(const Table& table,
                                          const std::function<bool(const std::string&)>& is_meant) {
  std::vector<std::size_t> counts;
  for (const TableRow& row : table.rows) {
    counts.resize(std::max(counts.size(), row.cells.size()));
    for (std::size_t i = 0; i < row.cells.size(); ++i) counts[i] += is_meant(row.cells[i]) ? 1 : 0;
  }
  const auto most = std::ranges::max_element(counts);
  if (most == counts.end() || *most == 0) return std::nullopt;
  return static_cast<std::size_t>(most - counts.begin());
}

std::string cell_of(const TableRow& row, std::size_t column) {
  return column < row.cells.size() ? row.cells[column] : "";
}

std::string row_text(const Table& table, const TableRow& row) {
  return printable_name(
      cut(fmt::format("{}", fmt::join(row.cells, std::string(1, table.separator))), 100));
}

}  // namespace grader
