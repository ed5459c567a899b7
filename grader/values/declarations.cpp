#include "values/case_text.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

std::string without_comments(std::string_view text) {
  return fmt::format("{}", fmt::join(code_lines(text), "\n"));
}

/// "const Matrix& X" as a type and a name.
TypedName declared_in(std::string_view text) {
  text = trimmed(text);
  std::size_t first = text.size();
  while (first > 0 && in_name(text[first - 1])) --first;
  std::string type(trimmed(text.substr(0, first)));
  if (type.starts_with("const ")) type.erase(0, 6);
  while (!type.empty() && (type.back() == '&' || type.back() == ' ')) type.pop_back();
  return {one_line(type), std::string(text.substr(first))};
}

/// The fields of "Matrix W; Vector b, c;".
std::vector<TypedName> fields_in(std::string_view body) {
  std::vector<TypedName> fields;
  while (!body.empty()) {
    const std::size_t end = std::min(body.find(';'), body.size());
    const std::vector<std::string> names = split_parameters(body.substr(0, end));
    const TypedName first = declared_in(names[0]);
    if (!first.name.empty() && !first.type.empty()) {
      fields.push_back(first);
      for (std::size_t i = 1; i < names.size(); ++i)
        fields.push_back({first.type, std::string(trimmed(names[i]))});
    }
    body.remove_prefix(std::min(end + 1, body.size()));
  }
  return fields;
}

}  // namespace

Structs structs_in(std::string_view header) {
  const std::string code = without_comments(header);
  Structs structs;
  for (std::size_t at = code.find("struct "); at != std::string::npos;
       at = code.find("struct ", at + 1)) {
    const std::size_t open = code.find('{', at), close = code.find("};", at);
    if (open == std::string::npos || close == std::string::npos || open > close) break;
    const std::string name(trimmed(std::string_view(code).substr(at + 7, open - at - 7)));
    structs[name] = fields_in(std::string_view(code).substr(open + 1, close - open - 1));
  }
  return structs;
}

std::vector<TypedName> parameters_of(std::string_view header, std::string_view function) {
  const std::string code = without_comments(header);
  for (std::size_t at = code.find(function); at != std::string::npos;
       at = code.find(function, at + 1)) {
    const std::size_t open = at + function.size();
    const bool whole = at > 0 && !in_name(code[at - 1]) && open < code.size() && code[open] == '(';
    const std::size_t close = code.find(");", open);
    if (!whole || close == std::string::npos) continue;
    std::vector<TypedName> parameters;
    for (const std::string& part :
         split_parameters(std::string_view(code).substr(open + 1, close - open - 1)))
      parameters.push_back(declared_in(part));
    return parameters;
  }
  return {};
}

}  // namespace grader
