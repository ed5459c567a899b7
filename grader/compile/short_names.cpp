#include "compile/short_names.hpp"

#include "core/text.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <optional>
#include <regex>

namespace grader {
namespace {

// std::regex recurses for each character, and a mangled name can stand for one that is longer
// exponentially: what a student's code can make long is cut or left as it is.
constexpr std::size_t regex_length = 4096;
constexpr std::size_t mangled_length = 128;

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
      R"((xt::)?xtensor_container<(xt::)?uvector<(\w+)(, std::allocator<\w+>)? ?>, (1|2|3|4)[ulUL]*)"
      R"((, \(?(xt::)?layout_type(\)1|::row_major)(, (xt::)?xtensor_expression_tag)?)?>)");
  static const std::regex alias(R"(xt::xtensor<double, (1|2|3|4)[ul]*>)");
  message = std::regex_replace(message, container, "xt::xtensor<$3, $5>");
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

}  // namespace

std::string shortened(const std::string& long_message) {
  const std::string message = with_short_types(cut(long_message, regex_length));
  if (message.size() <= message_length) return message;
  return cut(message, message_length) + " ...";
}

std::string demangled(std::string_view symbol) {
  if (!symbol.starts_with("_Z")) return shortened(std::string(symbol));
  if (symbol.size() > mangled_length) return name_only(symbol);
  int status = 0;
  char* name = abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status);
  std::string text(status == 0 && name != nullptr ? std::string_view(name) : symbol);
  std::free(name);
  return with_short_types(cut(text, regex_length));
}

}  // namespace grader
