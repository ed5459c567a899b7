// Makes the stub of an exercise from its solution.

#include "author/verify.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <vector>

namespace grader {
namespace {

bool is_todo(std::string_view line) { return trimmed(line).starts_with("// TODO "); }

std::string words_of(const std::vector<std::string>& comment) {
  std::string words;
  for (const std::string& line : comment)
    words += (words.empty() ? "" : " ") + std::string(trimmed(trimmed(line).substr(2)));
  return words;
}

/// "TODO 2: the exponentials" of a comment that goes on after a comma, a colon or a full stop.
std::string task_of(const std::string& words) {
  const std::size_t colon = words.find(": ");
  const std::size_t end = words.find_first_of(",.:;(", colon == words.npos ? 0 : colon + 2);
  return std::string(trimmed(words.substr(0, end)));
}

/// What stays of a statement: of a declaration like "Matrix A = f();  // (N, M)" it is
/// "Matrix A;  // (N, M)", of any other statement nothing.
std::string declaration_of(const std::string& statement) {
  const std::size_t equals = statement.find(" = ");
  if (equals == std::string::npos) return "";
  const std::string left(trimmed(statement.substr(0, equals)));
  const bool declares =
      left.find(' ') != std::string::npos && left.find_first_of("()[]+-*/.") == std::string::npos;
  if (!declares) return "";
  const std::size_t shape = statement.find("  // (");
  const std::size_t end = statement.find(')', shape);
  std::string line = statement.substr(0, equals) + ";";
  if (shape != std::string::npos && end != std::string::npos)
    line += statement.substr(shape, end + 1 - shape);
  return line;
}

/// The names that a line declares: variables in a function, or a function outside.
std::vector<std::string> declared_in(const std::string& line) {
  static const std::regex variable(R"( +(?:const )?[A-Za-z_][\w:<>, ]*[&* ] *(\w+)(?:;| = |\{).*)");
  static const std::regex several(R"( +(?:const )?auto&{0,2} \[([\w, ]+)\] = .*)");
  static const std::regex function(R"((?:static )?[A-Za-z_][\w:<>, ]*[&* ] *(\w+)\(.*)");
  std::smatch found;
  if (std::regex_match(line, found, several)) {
    std::vector<std::string> names = split_parameters(found.str(1));
    for (std::string& name : names) name = trimmed(name);
    return names;
  }
  const bool declares =
      std::regex_match(line, found, variable) || std::regex_match(line, found, function);
  if (!declares || trimmed(line).starts_with("return ") || trimmed(line).starts_with("throw "))
    return {};
  return {found.str(1)};
}

/// The stub with [[maybe_unused]] before variables and helpers that only the solution uses.
std::string without_unused(const std::string& stub) {
  std::vector<std::string> lines = split_lines(stub);
  bool hidden = false;  // in a namespace without a name
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("namespace {")) hidden = true;
    if (lines[i].starts_with("}  // namespace")) hidden = false;
    const bool inside = lines[i].starts_with(' ');
    if (!inside && !hidden && !lines[i].starts_with("static ")) continue;
    std::size_t end = inside ? i : lines.size();
    while (end < lines.size() && !lines[end].starts_with('}')) ++end;
    const std::vector<std::string> names = declared_in(lines[i]);
    const std::string scope =
        fmt::format("{}", fmt::join(lines.begin() + (inside ? i : 0), lines.begin() + end, "\n"));
    const auto unused = [&](const std::string& name) {
      return std::ranges::count(tokens_of(scope), name, &Token::text) == 1;
    };
    if (!names.empty() && std::ranges::all_of(names, unused))
      lines[i].insert(lines[i].find_first_not_of(' '), "[[maybe_unused]] ");
  }
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

}  // namespace

std::string stub_of(std::string_view solution) {
  const std::vector<std::string> lines = split_lines(solution);
  std::string stub;
  std::size_t count = 0;
  for (std::size_t i = 0; i < lines.size();) {
    if (!is_todo(lines[i])) {
      stub += lines[i++] + "\n";
      continue;
    }
    std::vector<std::string> comment;
    for (; i < lines.size() && trimmed(lines[i]).starts_with("//"); ++i) {
      stub += lines[i] + "\n";
      comment.push_back(lines[i]);
    }
    if (i == lines.size() || trimmed(lines[i]).empty())
      throw InputError("expected a statement below: " + words_of(comment));
    const std::string indentation = lines[i].substr(0, lines[i].find_first_not_of(' '));
    if (const std::string kept = declaration_of(lines[i]); !kept.empty()) stub += kept + "\n";
    stub +=
        fmt::format("{}throw NotImplemented(\"{}\");\n", indentation, task_of(words_of(comment)));
    ++count;
    // The statement may take several lines; what is recorded of it stays, and a return behind it.
    const std::size_t first = i;
    while (i < lines.size() && !trimmed(lines[i]).empty() && lines[i].starts_with(indentation) &&
           !trimmed(lines[i]).starts_with("record(") && !is_todo(lines[i]) &&
           (i == first || !lines[i].starts_with(indentation + "return ")))
      ++i;
  }
  if (count == 0) throw InputError("expected a comment \"// TODO 1: …\" above a statement");
  return without_unused(stub);
}

}  // namespace grader
