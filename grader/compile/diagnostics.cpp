#include "compile/diagnostics.hpp"

#include "compile/wording.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace grader {
namespace {

/// One "file:line:column: kind: message" of a compiler, with the lines of code printed below it.
struct Entry {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string kind;  ///< error, fatal error, warning, note; "required" for GCC's "required from"
  std::string message;
  std::vector<std::string> code;
};

std::optional<Entry> parse_entry(const std::string& line) {
  static const Pattern start(
      "^(([^ :][^:]*):([0-9]+):(([0-9]+):)? *)"
      "((fatal error|[eE]rror|warning|note): |required (from|by)|in 'constexpr' expansion of)");
  const auto groups = start.groups_in(line);
  if (!groups) return std::nullopt;
  std::string_view digits = groups->at(2), column = groups->at(4);
  const std::optional<unsigned> number = take_number(digits);
  if (!number) return std::nullopt;  // beyond any
  Entry entry;
  entry.file = printable(cut(groups->at(1), message_length));
  entry.line = *number;
  entry.column = take_number(column).value_or(0);
  entry.kind = groups->at(6);
  if (entry.kind == "Error") entry.kind = "error";  // the assembler's capital
  std::string_view said = trimmed(std::string_view(line).substr(groups->at(0).size()));
  if (entry.kind.empty())
    entry.kind = "required";
  else
    said.remove_prefix(std::min(groups->at(5).size(), said.size()));
  entry.message = printable(cut(said, line_length));
  return entry;
}

/// The entries of a compiler's output, in their order, made harmless.
std::vector<Entry> entries_of(std::string_view log) {
  std::vector<Entry> entries;
  bool code_may_follow = false;
  for (const std::string& line : split_lines(log)) {
    if (std::optional<Entry> entry = parse_entry(line)) {
      entries.push_back(std::move(*entry));
      code_may_follow = true;
    } else if (code_may_follow && !line.starts_with("In file included") &&
               line != "compilation terminated." && !line.ends_with("generated.") &&
               line.find(": In ") == std::string::npos && line.find(": At ") == std::string::npos &&
               entries.back().code.size() < 2) {
      entries.back().code.push_back(printable(cut(line, line_length)));
    } else {
      code_may_follow = false;
    }
  }
  return entries;
}

bool is_error(const Entry& entry) { return entry.kind == "error" || entry.kind == "fatal error"; }

constexpr std::size_t errors_shown = 3;
constexpr std::size_t warnings_shown = 5;
constexpr std::size_t code_length = 160;

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
  const std::size_t most = std::max(line.size(), code_length);
  const std::size_t caret = std::min<std::size_t>(column > 0 ? column - 1 : first, most);
  return {printable(line), std::string(caret, ' ') + '^'};
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

/// `advice` is a sentence behind the message; may be empty.
void append_shown(std::vector<std::string>& lines, const Entry& place, const std::string& message,
                  const std::string& advice = {}) {
  std::string said = shortened(message);
  if (!advice.empty()) said += (said.ends_with('?') || said.ends_with('.') ? " " : ". ") + advice;
  const std::string column = place.column > 0 ? fmt::format("{}:", place.column) : "";
  lines.push_back(fmt::format("{}:{}:{} {}", place.file, place.line, column, said));
  for (const std::string& code : cut_around_caret(place.code, code_length))
    lines.push_back("  " + code);  // two spaces mark code
}

/// Whether a statement may begin behind a line that ends like this.
bool ends_statement(std::string_view code) {
  code = trimmed(code);
  return code.empty() || code.front() == '#' ||
         std::string_view(";{}:").find(code.back()) != std::string_view::npos;
}

/// The line of the { that has no }, where the text is indented: the first } that begins a line
/// further left than the statement of its { closes one outside. 0 where there is none.
unsigned unclosed_line(std::string_view text) {
  struct Open {
    unsigned line;
    std::size_t indent;
  };
  std::vector<Open> open;
  std::size_t statement = 0;  // its indentation
  bool begins = true;
  const std::vector<std::string> lines = split_lines(text);
  for (unsigned number = 0; number < lines.size(); ++number) {
    const std::string code = code_only(lines[number]);
    const std::size_t indent = code.find_first_not_of(' ');
    if (indent == std::string::npos) continue;
    if (begins) statement = indent;
    for (std::size_t i = indent; i < code.size(); ++i) {
      if (code[i] == '{') open.push_back({number + 1, statement});
      if (code[i] != '}' || open.empty()) continue;
      if (i == indent && indent < open.back().indent) return open.back().line;
      open.pop_back();
    }
    begins = ends_statement(code);
  }
  return 0;
}

std::string on_brace(std::string_view message, std::string_view source_text) {
  if (!message.starts_with("expected '}'")) return "";
  const unsigned line = unclosed_line(source_text);
  return line == 0 ? "" : fmt::format("By the indentation, the {{ of line {} has no }}.", line);
}

/// Where the text declares a name that is unknown in this line: in a block that has ended, or as a
/// function further down.
std::string on_unknown(std::string_view message, unsigned line, std::string_view source_text) {
  static const Pattern unknown("undeclared identifier '(\\w+)'|'(\\w+)' was not declared");
  const auto names = unknown.groups_in(std::string(message));
  if (!names) return "";
  const std::string name = names->at(0) + names->at(1);
  const Pattern declared(("(\\w+)>*[&*]* [&*]*" + name + " *([=;({,:)])").c_str());
  static const std::set<std::string> no_types{"return", "else", "new", "throw", "case"};
  const std::vector<std::string> lines = split_lines(source_text);
  unsigned above = 0, function = 0;
  for (unsigned number = 1; number <= lines.size(); ++number) {
    const auto found = declared.groups_in(code_only(lines[number - 1]));
    if (!found || no_types.contains(found->at(0))) continue;
    if (number < line) above = number;
    if (number > line && found->at(1) == "(") function = number;
  }
  if (above > 0) return fmt::format("The one of line {} is known within its braces alone.", above);
  return function == 0 ? "" : fmt::format("The function of line {} has to stand above.", function);
}

/// What to tell of a log in which no error has a place: that the compiler crashed, or else what the
/// tools themselves say, or else its first lines.
std::vector<std::string> lines_without_errors(std::string_view log) {
  static const Pattern crash("^(PLEASE submit a bug report|Stack dump:)|internal compiler error");
  static const Pattern tool("^(clang|((g[+][+]|cc1plus|(fatal |LLVM )?(error|ERROR)): ))");
  std::vector<std::string> lines = split_lines(log);
  if (std::ranges::any_of(lines, [](const auto& line) { return crash.found_in(line); }))
    return {"the compiler itself crashed: it has a fault that this file sets off"};
  const auto of_tool = [](const std::string& line) { return tool.found_in(line); };
  const bool tools_say = std::ranges::any_of(lines, of_tool);
  std::erase_if(lines, [&](const std::string& line) {
    return tools_say ? !of_tool(line) : trimmed(line).empty();
  });
  lines.resize(std::min<std::size_t>(lines.size(), 5));
  for (std::string& line : lines) line = shortened(printable(cut(line, line_length)));
  return lines;
}

/// clang 14 calls itself clang here, clang 19 by the name of its command.
bool cannot_remove(std::string_view line) {
  return line.starts_with("clang") && line.find(": error: unable to remove file: ") < 20;
}

}  // namespace

std::string tidied_log(std::string_view log, std::string_view folder) {
  const std::string place = std::string(folder) + "/";
  std::string kept;
  bool crashed = false;
  for (std::string line : split_lines(log)) {
    if (crashed || cannot_remove(line)) continue;
    crashed = line.starts_with("Stack dump:");  // addresses follow, others each time
    for (std::size_t at = line.find(place); at != std::string::npos; at = line.find(place, at))
      line.erase(at, place.size());
    kept += line + "\n";
  }
  return kept;
}

Digest digest_errors(std::string_view log, std::string_view source, std::string_view source_text) {
  const std::vector<Entry> entries = entries_of(log);
  std::set<std::pair<unsigned, unsigned>> places;
  std::set<unsigned> advised;  // lines; errors there without advice of their own follow
  std::set<std::string> told;
  Digest digest;
  std::vector<std::string> elsewhere;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!is_error(entries[i])) continue;
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
    const std::string reason = shortened(reason_of(entries, i));
    std::string advice =
        course_spelling(shortened(entries[i].message),
                        shown.code.empty() ? "" : cut(shown.code[0], code_length), reason);
    const bool follows = advised.contains(place->line);
    if (follows && (advice.empty() || told.contains(advice))) continue;
    if (!advice.empty()) advised.insert(place->line);
    told.insert(advice);
    if (advice.empty()) advice = on_brace(entries[i].message, source_text);
    if (advice.empty()) advice = on_unknown(entries[i].message, shown.line, source_text);
    if (advice.empty()) advice = on_reason(entries[i].message);
    if (advice.empty()) advice = on_reason(reason);
    if (advice.empty() && !reason.empty())
      advice =
          static_cast<char>(std::toupper(static_cast<unsigned char>(reason[0]))) + reason.substr(1);
    append_shown(digest.lines, shown,
                 inside ? entries[i].message
                        : fmt::format("{} (inside {}, called from this line)", entries[i].message,
                                      entries[i].file.substr(entries[i].file.rfind('/') + 1)),
                 advice);
  }
  if (digest.lines.empty()) digest.lines = elsewhere;
  if (digest.lines.empty()) digest.lines = lines_without_errors(log);
  if (digest.lines.empty()) digest.lines = {"the compiler failed without a message"};
  return digest;
}

std::vector<std::string> shown_place(const std::string& source, std::string_view source_text,
                                     const Place& place, const std::string& what) {
  const Entry entry{.file = source,
                    .line = place.line,
                    .column = place.column,
                    .code = code_at(source_text, place.line, place.column)};
  std::vector<std::string> lines;
  append_shown(lines, entry, what);
  return lines;
}

std::vector<std::string> digest_warnings(std::string_view log, std::string_view source) {
  std::vector<std::string> lines;
  std::size_t shown = 0;
  for (const Entry& entry : entries_of(log)) {
    if (entry.kind != "warning" || entry.file != source) continue;
    if (++shown <= warnings_shown) append_shown(lines, entry, entry.message);
  }
  return lines;
}

namespace {

/// Whether a linker says that something is wrong: ld, lld, gold and mold begin with their name, or
/// with a place in a section. In which function that is, is no cause.
bool complains(std::string_view line) {
  const std::string_view who = line.substr(0, line.find(' '));
  const bool linker = who.ends_with("ld:") || who.find(":(.") != std::string_view::npos;
  return linker && !line.ends_with(':');
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
  std::vector<std::string> lines = split_lines(log);
  std::erase_if(lines, [](const std::string& line) {  // compilers', with the student's words
    return line.find(" warning: ") != std::string::npos ||
           line.find(" note: ") != std::string::npos;
  });
  for (const std::string& line : lines) {
    if (const std::string name = quoted(line, "multiple definition of `"); !name.empty()) {
      return name + " is defined twice: it belongs to the grader or stands twice in the file";
    }
    if (const std::string name = quoted(line, "undefined reference to `"); !name.empty()) {
      return name + " is declared but defined nowhere";
    }
  }
  if (lines.empty()) return "the linker failed without a message";
  const auto told = std::ranges::find_if(lines, complains);
  return shortened(printable(told != lines.end() ? *told : lines.front()));
}

std::string missing_symbol(std::string_view loader_message) {
  const std::string_view mark = "undefined symbol: ";
  const std::size_t found = loader_message.find(mark);
  if (found == std::string_view::npos) return "";
  std::string_view symbol = trimmed(loader_message.substr(found + mark.size()));
  return printable(demangled(symbol.substr(0, symbol.find_first_of(", \n"))));
}

}  // namespace grader
