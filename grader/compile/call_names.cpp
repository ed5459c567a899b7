#include "compile/code_places.hpp"

#include "core/text.hpp"

#include <algorithm>

namespace grader {
namespace {

/// How long the name is that `text` begins with, such as model.query->W.
std::size_t name_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size()) {
    const char c = text[length];
    const bool arrow = text.substr(length).starts_with("->");
    if (!arrow && !in_name(c) && c != '.' && c != ':') break;
    length += arrow ? 2 : 1;
  }
  return length;
}

/// Where the name begins that goes on, or ends, at `at`.
std::size_t start_of_name(std::string_view line, std::size_t at) {
  while (at > 0) {
    const char c = line[at - 1];
    const bool arrow = line.substr(0, at).ends_with("->");
    if (!arrow && !in_name(c) && c != '.' && c != ':') break;
    at -= arrow ? 2 : 1;
  }
  return at;
}

/// Where the parenthesis or bracket at `at`, if it closes, was opened; `at` where it was not.
std::size_t opened_at(std::string_view line, std::size_t at) {
  std::size_t depth = 0;
  for (std::size_t i = at + 1; i-- > 0;) {
    if (line[i] == ')' || line[i] == ']') ++depth;
    if (line[i] == '(' || line[i] == '[') --depth;
    if (depth == 0) return i;
  }
  return at;
}

/// Whether `text` declares a variable of this name: it stands there behind a type.
bool is_declared(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (at < 2 || in_name(text[at - 1]) || (end < text.size() && in_name(text[end]))) continue;
    const std::size_t near = std::min<std::size_t>(at, 100);
    const std::string_view space = text.substr(at - near, near), before = trimmed(space);
    const bool apart = !space.ends_with(before);
    const bool glued = before.size() > 1 && (before.back() == '&' || before.back() == '>') &&
                       before[before.size() - 2] != ' ';
    const bool word = !before.empty() && in_name(before.back()) && !before.ends_with("return") &&
                      !before.ends_with("throw") && !before.ends_with("else");
    if (apart && (glued || word)) return true;
  }
  return false;
}

}  // namespace

std::size_t start_of_call(std::string_view line, std::size_t column) {
  if (column == 0 || column > line.size()) return column;
  const std::size_t at = column - 1;
  const char found = line[at];
  if (found == ')' || found == ']') return start_of_name(line, opened_at(line, at)) + 1;
  const bool in_call = found == '(' || found == '[' || in_name(found);
  return in_call ? start_of_name(line, at) + 1 : column;
}

std::string array_at(std::string_view text, std::string_view line, std::size_t column) {
  if (column == 0 || column > line.size()) return "";
  const std::string_view rest = line.substr(column - 1);
  const std::size_t end = name_length(rest);
  if (end == 0 || end == rest.size() || (rest[end] != '(' && rest[end] != '[')) return "";
  std::string_view name = rest.substr(0, end);
  if (name.ends_with(".at")) name.remove_suffix(3);
  const std::string_view variable = name.substr(0, name.find_first_of(".:-"));
  return !variable.empty() && is_declared(text, variable) ? std::string(name) : "";
}

}  // namespace grader
