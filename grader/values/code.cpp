#include "core/text.hpp"
#include "core/tokens.hpp"
#include "values/case_text.hpp"
#include "values/numpy_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>

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

constexpr std::string_view list_start = "std::vector<";

bool is_list(const std::string& type) { return type.starts_with(list_start); }

/// The type of a list's elements.
std::string element_of(const std::string& type) {
  return type.substr(list_start.size(), type.size() - list_start.size() - 1);
}

/// Whether a type holds whole numbers.
bool holds_integers(const std::string& type) {
  for (const char* word : {"int", "size_t", "mt19937", "long", "unsigned"})
    if (type.find(word) != std::string::npos) return true;
  return false;
}

/// How numbers are written in a language.
struct Language {
  const char *open, *close, *infinity, *not_a_number, *yes, *no;
};
constexpr Language cpp{"{", "}", "INFINITY", "NAN", "true", "false"};
constexpr Language python{"[", "]", "np.inf", "np.nan", "True", "False"};

std::string number(double value, const std::string& type, const Language& language) {
  if (type == "bool") return value != 0 ? language.yes : language.no;
  if (std::isnan(value)) return language.not_a_number;
  if (std::isinf(value)) return (value < 0 ? "-" : "") + std::string(language.infinity);
  const std::string exact = exact_number(value);
  const bool whole = holds_integers(type) && std::floor(value) == value && std::abs(value) < 1e15;
  return whole ? fmt::format("{:.0f}", value) : exact;
}

/// A new line, indented by so many spaces.
std::string new_line(std::size_t indent) { return "\n" + std::string(indent, ' '); }

/// The numbers from `at` on in nested brackets by `shape`, from axis `axis` on; moves `at` along.
/// Rows stand on lines of their own, numbers beside each other.
std::string nested(const Tensor& tensor, std::size_t axis, std::size_t& at, const std::string& type,
                   const Language& language, std::size_t indent) {
  if (axis == tensor.shape.size()) return number(tensor.values[at++], type, language);
  const bool rows = axis + 1 < tensor.shape.size();
  std::string text = language.open;
  for (std::size_t i = 0; i < tensor.shape[axis]; ++i) {
    if (i > 0) text += rows ? "," : ", ";
    if (rows) text += new_line(indent + 2);
    text += nested(tensor, axis + 1, at, type, language, indent + 2);
  }
  return text + language.close;
}

/// The slice of a list of arrays.
Tensor slice(const Tensor& tensor, std::size_t i) {
  Tensor part{{tensor.shape.begin() + 1, tensor.shape.end()}, {}};
  const auto size = static_cast<std::ptrdiff_t>(element_count(part.shape));
  const auto first = tensor.values.begin() + static_cast<std::ptrdiff_t>(i) * size;
  part.values.assign(first, first + size);
  return part;
}

/// A value of a type that is no struct.
std::string leaf(const std::string& type, const Tensor& tensor, const Language& language,
                 std::size_t indent) {
  const bool is_cpp = &language == &cpp, scalar = tensor.shape.empty();
  if (is_list(type) && !scalar) {
    std::string text = (is_cpp ? type : "") + language.open;
    for (std::size_t i = 0; i < tensor.shape[0]; ++i) {
      text += (i > 0 ? "," : "") + new_line(indent + 2) +
              leaf(element_of(type), slice(tensor, i), language, indent + 2);
    }
    return text + language.close;
  }
  std::size_t at = 0;
  const std::string numbers = nested(tensor, 0, at, type, language, indent);
  if (scalar) return is_cpp ? type + "{" + numbers + "}" : numbers;
  const char* kind = holds_integers(type) ? ", dtype=int" : "";
  if (tensor.values.empty()) {
    const std::string lengths = fmt::format("{}", fmt::join(tensor.shape, ", "));
    return is_cpp ? fmt::format("{}::from_shape({{{}}})", type, lengths)
                  : fmt::format("np.zeros(({},){})", lengths, kind);
  }
  return is_cpp ? type + numbers : fmt::format("np.array({}{})", numbers, kind);
}

/// A value of any type, from the first of the inputs that are left; nothing where there are too
/// few.
std::optional<std::string> cpp_value(const std::string& type, const Structs& structs,
                                     std::span<const Tensor* const>& inputs, std::size_t indent) {
  const auto fields = structs.find(type);
  if (fields == structs.end()) {
    if (inputs.empty() || inputs.front() == nullptr) return std::nullopt;
    const Tensor& input = *inputs.front();
    inputs = inputs.subspan(1);
    return leaf(type, input, cpp, indent);
  }
  std::string text = type + "{";
  for (std::size_t i = 0; i < fields->second.size(); ++i) {
    const auto value = cpp_value(fields->second[i].type, structs, inputs, indent + 2);
    if (!value) return std::nullopt;
    text += (i > 0 ? "," : "") + new_line(indent + 2) + *value;
  }
  return text + "}";
}

/// "const TYPE NAME{...};" for the value "TYPE{...}".
std::string cpp_definition(const TypedName& parameter, const std::string& value) {
  const std::string& type = parameter.type;
  if (!value.starts_with(type + "{"))
    return fmt::format("const {} {} = {};\n", type, parameter.name, value);
  const char* constant = type == "std::mt19937" || type == "Stream" ? "" : "const ";
  return fmt::format("{}{} {}{};\n", constant, type, parameter.name, value.substr(type.size()));
}

/// The types of the inputs, in the order of the arguments, as far as they are known.
std::vector<std::string> leaf_types(const std::vector<TypedName>& declared,
                                    const Structs& structs) {
  std::vector<std::string> types;
  for (const TypedName& one : declared) {
    const auto fields = structs.find(one.type);
    if (fields == structs.end()) {
      types.push_back(one.type);
      continue;
    }
    for (std::string& type : leaf_types(fields->second, structs)) types.push_back(std::move(type));
  }
  return types;
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
      if (!trimmed(part).empty()) parameters.push_back(declared_in(part));
    return parameters;
  }
  return {};
}

std::optional<std::string> cpp_inputs(const Exercise& exercise, const Case& one,
                                      const std::vector<TypedName>& parameters,
                                      const Structs& structs) {
  std::vector<const Tensor*> inputs;
  for (const std::string& argument : exercise.arguments) {
    const auto input = one.inputs.find(argument);
    inputs.push_back(input == one.inputs.end() ? nullptr : &input->second);
  }
  std::span<const Tensor* const> left = inputs;
  std::string text, names;
  for (const TypedName& parameter : parameters) {
    const auto value = cpp_value(parameter.type, structs, left, 0);
    if (!value) return std::nullopt;
    names += (names.empty() ? "" : ", ") + parameter.name;
    text += cpp_definition(parameter, *value);
  }
  if (!left.empty()) return std::nullopt;
  return text + fmt::format("// {}({})\n", exercise.name, names);
}

std::string python_inputs(const Exercise& exercise, const Case& one,
                          const std::vector<TypedName>& parameters, const Structs& structs) {
  const std::vector<std::string> types = leaf_types(parameters, structs);
  const bool known = types.size() == exercise.arguments.size();
  std::string text = "import numpy as np\n\n";
  for (std::size_t i = 0; i < exercise.arguments.size(); ++i) {
    const auto input = one.inputs.find(exercise.arguments[i]);
    if (input == one.inputs.end()) continue;
    const std::string type = known ? types[i] : "double";
    text += fmt::format("{} = {}{}\n", input->first, leaf(type, input->second, python, 0),
                        type == "std::mt19937" ? "  # the seed of std::mt19937" : "");
  }
  return text;
}

}  // namespace grader
