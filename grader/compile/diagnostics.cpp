#include "compile/diagnostics.hpp"

#include "compile/glossary.hpp"
#include "core/text.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <regex>
#include <set>
#include <utility>

namespace grader {
namespace {

constexpr std::size_t errors_shown = 3;
constexpr std::size_t warnings_shown = 5;
constexpr std::size_t message_length = 300;
// std::regex recurses for each character, and a mangled name can stand for one that is longer
// exponentially: what a student's code can make long is cut or left as it is.
constexpr std::size_t regex_length = 4096;
constexpr std::size_t mangled_length = 128;
constexpr std::size_t code_length = 160;

/// One "file:line:column: kind: message" of a compiler, with the lines of code printed below it.
struct Entry {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string kind;  ///< error, fatal error, warning, note; "required" for GCC's "required from"
  std::string message;
  std::vector<std::string> code;
};

std::optional<unsigned> take_number(std::string_view& text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

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
      entry.message = printable(rest.substr(kind.size() + 2));
      return entry;
    }
  }
  if (rest.starts_with("required from") || rest.starts_with("required by") ||
      rest.starts_with("in 'constexpr' expansion of")) {
    entry.kind = "required";
    entry.message = printable(rest);
    return entry;
  }
  return std::nullopt;
}

/// The line of code and the caret below an entry, in both compilers' style; GCC adds a gutter with
/// "|".
std::vector<Entry> parse(std::string_view log) {
  std::vector<Entry> entries;
  bool code_may_follow = false;
  for (const std::string& line : split_lines(log)) {
    if (std::optional<Entry> entry = parse_entry(line)) {
      entries.push_back(std::move(*entry));
      code_may_follow = true;
    } else if (code_may_follow && !line.starts_with("In file included") &&
               !line.ends_with("generated.") && line.find(": In ") == std::string::npos &&
               entries.back().code.size() < 2) {
      entries.back().code.push_back(printable(line));
    } else {
      code_may_follow = false;
    }
  }
  return entries;
}

bool is_error(const Entry& entry) { return entry.kind == "error" || entry.kind == "fatal error"; }

/// The entry in `source` that belongs to the error at `index`: the error itself; else, with clang,
/// the first of the notes after it, and with GCC the first of the "required from" lines before it.
const Entry* place_in(const std::vector<Entry>& entries, std::size_t index,
                      std::string_view source) {
  if (entries[index].file == source) return &entries[index];
  for (std::size_t i = index + 1; i < entries.size() && entries[i].kind == "note"; ++i) {
    if (entries[i].file == source) return &entries[i];
  }
  const Entry* place = nullptr;
  for (std::size_t i = index; i-- > 0 && entries[i].kind == "required";) {
    if (entries[i].file == source) place = &entries[i];
  }
  return place;
}

/// Line `number` of `text` and a caret below `column`; below its first letter for column 0.
std::vector<std::string> code_at(std::string_view text, unsigned number, unsigned column) {
  const std::vector<std::string> lines = split_lines(text);
  if (number < 1 || number > lines.size()) return {};
  const std::string& line = lines[number - 1];
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  // A #line in the student's code can make the compiler name any column.
  const std::size_t caret = std::min<std::size_t>(column > 0 ? column - 1 : first, code_length);
  return {printable(line), std::string(caret, ' ') + '^'};
}

/// Without what compilers add to the course's names: 'Matrix' for 'using Matrix = Matrix' {aka
/// 'class Matrix'}, const Matrix& for Matrix const&.
std::string without_aliases(std::string text) {
  static const std::regex alias(
      R"( (\(|\{)aka '(const )?(class )?(softmark::)?(Vector|Matrix|Tensor3|Tensor4)&?'(\)|\}))");
  static const std::regex same(R"(using (\w+) = \1)");
  static const std::regex constructor(R"((Vector|Matrix|Tensor3|Tensor4)::xtensor_container\b)");
  static const std::regex behind(R"(\b((softmark::)?\w+) const&)");
  text = std::regex_replace(text, alias, "");
  text = std::regex_replace(text, same, "$1");
  text = std::regex_replace(text, constructor, "$1::$1");
  return std::regex_replace(text, behind, "const $1&");
}

/// Types as the course names them: Matrix instead of xt::xtensor_container<..., 2, ...>.
std::string with_short_types(std::string message) {
  static const std::regex container(
      R"((xt::)?xtensor_container<(xt::)?uvector<double(, std::allocator<double>)? ?>, (1|2|3|4)[ulUL]*)"
      R"((, \(?(xt::)?layout_type(\)1|::row_major)(, (xt::)?xtensor_expression_tag)?)?>)");
  static const std::regex alias(R"(xt::xtensor<double, (1|2|3|4)[ul]*>)");
  message = std::regex_replace(message, container, "xt::xtensor<double, $4>");
  const char* names[] = {"Vector", "Matrix", "Tensor3", "Tensor4"};
  std::string text;
  auto at = message.cbegin();
  for (std::sregex_iterator match(message.begin(), message.end(), alias), end; match != end;
       ++match) {
    text.append(at, match->prefix().second);
    text += names[(*match)[1].str()[0] - '1'];
    at = (*match)[0].second;
  }
  return without_aliases(text.append(at, message.cend()));
}

/// What one note says on why a function does not fit; empty where it says nothing of that.
std::string reason_in(const std::vector<Entry>& entries, std::size_t note) {
  const std::string& said = entries[note].message;
  for (const std::string_view mark :
       {"not viable: ", "template ignored: ", "no known conversion", "candidate expects"}) {
    const std::size_t found = said.find(mark);
    if (found == std::string::npos) continue;
    return said.substr(found + (mark.ends_with(": ") ? mark.size() : 0));
  }
  const bool next_says = said.ends_with("substitution failed:") || said.ends_with("ill-formed:");
  return next_says && note + 1 < entries.size() ? std::string(trimmed(entries[note + 1].message))
                                                : "";
}

/// Which constraint a type does not meet, in the notes from `note` on; empty where none says so.
std::string missed_constraint(const std::vector<Entry>& entries, std::size_t note) {
  for (; note < entries.size() && !is_error(entries[note]); ++note) {
    const std::string_view said = trimmed(entries[note].message);
    for (const std::string_view mark : {"because ", "required for the satisfaction of "}) {
      if (said.starts_with(mark)) return std::string(said.substr(mark.size()));
    }
  }
  return "";
}

/// Why no function fits, by the compiler's first note that says so; empty where none does.
std::string reason_of(const std::vector<Entry>& entries, std::size_t error) {
  const std::string& message = entries[error].message;
  const bool none_fits = message.find("no matching ") != std::string::npos ||
                         message.find("no viable overloaded") != std::string::npos ||
                         message.find("no match for ") != std::string::npos;
  if (!none_fits) return "";
  for (std::size_t i = error + 1; i < entries.size() && entries[i].kind == "note"; ++i) {
    const std::string reason = reason_in(entries, i);
    if (reason.empty()) continue;
    if (!reason.starts_with("constraints not satisfied")) return reason;
    const std::string missed = missed_constraint(entries, i + 1);
    return missed.empty() ? reason : "constraint not satisfied: " + missed;
  }
  return "";
}

std::string shortened(const std::string& long_message) {
  const std::string message = with_short_types(cut(long_message, regex_length));
  if (message.size() <= message_length) return message;
  return cut(message, message_length) + " ...";
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// `advice` is a sentence behind the message; may be empty.
void append_shown(std::vector<std::string>& lines, const Entry& place, const std::string& message,
                  const std::string& advice = {}) {
  std::string said = shortened(message);
  if (!advice.empty()) said += (said.ends_with('?') ? " " : ". ") + advice;
  const std::string column = place.column > 0 ? fmt::format("{}:", place.column) : "";
  lines.push_back(fmt::format("{}:{}:{} {}", place.file, place.line, column, said));
  for (const std::string& code : place.code) {
    if (code.size() > code_length && trimmed(code) == "^") continue;  // beyond what is shown
    lines.push_back("  " + cut(code, code_length));                   // two spaces mark code
  }
}

}  // namespace

Digest digest_errors(std::string_view log, std::string_view source, std::string_view source_text) {
  const std::vector<Entry> entries = parse(log);
  std::set<std::pair<unsigned, unsigned>> places;
  Digest digest;
  std::vector<std::string> elsewhere;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!is_error(entries[i])) continue;
    ++digest.errors;
    const Entry* place = place_in(entries, i, source);
    if (place == nullptr) {
      if (elsewhere.empty()) append_shown(elsewhere, entries[i], entries[i].message);
      continue;
    }
    const bool first_here = places.emplace(place->line, place->column).second;
    if (!first_here || places.size() > errors_shown) continue;
    if (!digest.place) digest.place = Place{place->line, place->column};
    const bool inside = place == &entries[i];
    Entry shown = *place;
    if (shown.code.empty()) shown.code = code_at(source_text, shown.line, shown.column);
    std::string advice = course_spelling(shortened(entries[i].message),
                                         shown.code.empty() ? "" : cut(shown.code[0], code_length));
    if (advice.empty()) advice = capitalised(shortened(reason_of(entries, i)));
    append_shown(digest.lines, shown,
                 inside ? entries[i].message
                        : fmt::format("{} (inside {}, called from this line)", entries[i].message,
                                      entries[i].file.substr(entries[i].file.rfind('/') + 1)),
                 advice);
  }
  if (digest.lines.empty()) digest.lines = elsewhere;
  if (digest.lines.empty()) {
    const std::vector<std::string> all = split_lines(log);
    for (std::size_t i = 0; i < all.size() && digest.lines.size() < 5; ++i) {
      if (!trimmed(all[i]).empty()) digest.lines.push_back(shortened(printable(all[i])));
    }
  }
  digest.headline =
      digest.lines.empty() ? "the compiler failed without a message" : digest.lines.front();
  return digest;
}

std::vector<std::string> shown_place(const std::string& source, std::string_view source_text,
                                     const Place& place, const std::string& what) {
  Entry entry;
  entry.file = source;
  entry.line = place.line;
  entry.column = place.column;
  entry.code = code_at(source_text, place.line, place.column);
  std::vector<std::string> lines;
  append_shown(lines, entry, what);
  return lines;
}

std::vector<std::string> digest_warnings(std::string_view log, std::string_view source) {
  std::vector<std::string> lines;
  std::size_t shown = 0;
  for (const Entry& entry : parse(log)) {
    if (entry.kind != "warning" || entry.file != source) continue;
    if (++shown <= warnings_shown) append_shown(lines, entry, entry.message);
  }
  return lines;
}

namespace {

/// The name at the front of a mangled one, without its parameters: a::b(...) for _ZN1a1bE and more.
std::string name_only(std::string_view symbol) {
  std::string_view rest = symbol.substr(symbol.starts_with("_ZN") ? 3 : 2);
  std::string name;
  while (const std::optional<unsigned> length = take_number(rest)) {
    if (*length == 0 || *length > rest.size()) break;
    name += (name.empty() ? "" : "::") + std::string(rest.substr(0, *length));
    rest.remove_prefix(*length);
  }
  return name.empty() ? cut(symbol, mangled_length) + "..." : cut(name, message_length) + "(...)";
}

/// Names that are not mangled stay, but for their types: linkers demangle themselves, and
/// demangling takes a short name for a type.
std::string demangled(std::string_view symbol) {
  if (!symbol.starts_with("_Z")) return shortened(std::string(symbol));
  if (symbol.size() > mangled_length) return name_only(symbol);
  int status = 0;
  char* name = abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status);
  std::string text(status == 0 && name != nullptr ? std::string_view(name) : symbol);
  std::free(name);
  return with_short_types(cut(text, regex_length));
}

}  // namespace

std::string digest_link_errors(std::string_view log) {
  /// The name that a line quotes after `mark`, demangled; empty where the line has no such mark.
  const auto quoted = [](std::string_view line, std::string_view mark) -> std::string {
    const std::size_t found = line.find(mark);
    if (found == std::string_view::npos) return "";
    const std::string_view rest = line.substr(found + mark.size());
    return printable(demangled(rest.substr(0, rest.find('\''))));
  };
  const std::vector<std::string> lines = split_lines(log);
  for (const std::string& line : lines) {
    if (const std::string name = quoted(line, "multiple definition of `"); !name.empty()) {
      return name + " is defined twice: it belongs to the grader or stands twice in the file";
    }
    if (const std::string name = quoted(line, "undefined reference to `"); !name.empty()) {
      return name + " is declared but defined nowhere";
    }
  }
  return lines.empty() ? "the linker failed without a message"
                       : shortened(printable(lines.front()));
}

std::string missing_symbol(std::string_view loader_message) {
  const std::string_view mark = "undefined symbol: ";
  const std::size_t found = loader_message.find(mark);
  if (found == std::string_view::npos) return "";
  std::string_view symbol = trimmed(loader_message.substr(found + mark.size()));
  return printable(demangled(symbol.substr(0, symbol.find_first_of(", \n"))));
}

}  // namespace grader
