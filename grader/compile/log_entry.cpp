#include "compile/log_entry.hpp"

#include "compile/short_names.hpp"
#include "core/text.hpp"

#include <optional>

namespace grader {
namespace {

std::optional<Entry> parse_entry(std::string_view line) {
  Entry entry;
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || line[0] == ' ') return std::nullopt;
  entry.file = printable(cut(line.substr(0, colon), message_length));
  std::string_view rest = line.substr(colon + 1);
  const std::optional<unsigned> number = take_number(rest);
  if (!number || !rest.starts_with(':')) return std::nullopt;
  entry.line = *number;
  rest.remove_prefix(1);
  if (const std::optional<unsigned> column = take_number(rest)) {
    entry.column = *column;
    if (!rest.starts_with(':')) return std::nullopt;
    rest.remove_prefix(1);
  }
  rest = trimmed(rest);
  for (const std::string_view kind : {"fatal error", "error", "Error", "warning", "note"}) {
    if (rest.starts_with(kind) && rest.substr(kind.size()).starts_with(": ")) {
      entry.kind = kind == "Error" ? "error" : kind;  // the assembler's capital
      entry.message = printable(cut(rest.substr(kind.size() + 2), line_length));
      return entry;
    }
  }
  if (rest.starts_with("required from") || rest.starts_with("required by") ||
      rest.starts_with("in 'constexpr' expansion of")) {
    entry.kind = "required";
    entry.message = printable(cut(rest, line_length));
    return entry;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Entry> entries_of(std::string_view log) {
  std::vector<Entry> entries;
  bool code_may_follow = false;
  for (const std::string& line : split_lines(log)) {
    if (std::optional<Entry> entry = parse_entry(line)) {
      entries.push_back(std::move(*entry));
      code_may_follow = true;
    } else if (code_may_follow && !line.starts_with("In file included") &&
               line != "compilation terminated." && !line.ends_with("generated.") &&
               line.find(": In ") == std::string::npos && entries.back().code.size() < 2) {
      entries.back().code.push_back(printable(cut(line, line_length)));
    } else {
      code_may_follow = false;
    }
  }
  return entries;
}

bool is_error(const Entry& entry) { return entry.kind == "error" || entry.kind == "fatal error"; }

}  // namespace grader
