#include "compile/wording.hpp"

#include "core/text.hpp"

#include <cxxabi.h>

#include <array>
#include <cstdlib>
#include <optional>

namespace grader {
namespace {

// A mangled name can stand for one that is longer exponentially: what a student's code can make
// long is cut or left as it is.
constexpr std::size_t regex_length = 4096;
constexpr std::size_t mangled_length = 128;

/// What a pattern was found to be, and its groups; those that took no part are empty.
struct Match {
  std::string group(std::size_t index) const {
    const regmatch_t& place = places[index];
    return place.rm_so < 0 ? "" : text.substr(place.rm_so, place.rm_eo - place.rm_so);
  }

  const std::string& text;
  std::array<regmatch_t, 6> places{};
};

/// `text` with `replacement` of each match in its place. No pattern here matches nothing.
std::string replaced(const std::string& text, const Pattern& pattern,
                     std::string (*replacement)(const Match&)) {
  std::string result;
  Match match{text};
  std::size_t at = 0;
  const auto found = [&] {
    match.places[0] = {static_cast<regoff_t>(at), static_cast<regoff_t>(text.size())};
    return regexec(&pattern.compiled, text.c_str(), match.places.size(), match.places.data(),
                   REG_STARTEND) == 0;
  };
  while (found()) {
    result.append(text, at, match.places[0].rm_so - at).append(replacement(match));
    at = match.places[0].rm_eo;
  }
  return result.append(text, at);
}

/// Without what compilers add to the course's names: 'Matrix' for 'using Matrix = Matrix' {aka
/// 'class Matrix'}, const Matrix& for Matrix const&.
std::string without_aliases(std::string text) {
  static const Pattern alias(
      R"( (\(|\{)aka '(const )?(class )?(softmark(_arrays)?::)?(Vector|Matrix|Tensor3|Tensor4)&?'(\)|\}))");
  static const Pattern same(R"(using (\w+) = (\w+))");
  static const Pattern constructor(R"((Vector|Matrix|Tensor3|Tensor4)::xtensor_container\b)");
  static const Pattern behind(R"(\b((softmark::)?\w+) const&)");
  text = replaced(text, alias, [](const Match&) { return std::string(); });
  text = replaced(text, same, [](const Match& match) {
    return match.group(match.group(1) == match.group(2) ? 1 : 0);
  });
  text = replaced(text, constructor,
                  [](const Match& match) { return match.group(1) + "::" + match.group(1); });
  return replaced(text, behind, [](const Match& match) { return "const " + match.group(1) + "&"; });
}

/// Types as the course names them: Matrix instead of xt::xtensor_container<..., 2, ...>.
std::string with_short_types(std::string message) {
  static const Pattern container(
      R"((xt::)?xtensor_container<(xt::)?uvector<(\w+)(, std::allocator<\w+>)? ?>, ([1-4])[ulUL]*)"
      R"((, \(?(xt::)?layout_type(\)1|::row_major)(, (xt::)?xtensor_expression_tag)?)?>)");
  static const Pattern alias(R"(xt::xtensor<double, ([1-4])[ul]*>)");
  message = replaced(message, container, [](const Match& match) {
    return "xt::xtensor<" + match.group(3) + ", " + match.group(5) + ">";
  });
  message = replaced(message, alias, [](const Match& match) -> std::string {
    const char* names[] = {"Vector", "Matrix", "Tensor3", "Tensor4"};
    return names[match.group(1)[0] - '1'];
  });
  return without_aliases(std::move(message));
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

std::optional<std::vector<std::string>> Pattern::groups_in(const std::string& text) const {
  Match match{text};
  if (regexec(&compiled, text.c_str(), match.places.size(), match.places.data(), 0) != 0)
    return std::nullopt;
  std::vector<std::string> groups;
  for (std::size_t i = 1; i <= compiled.re_nsub; ++i) groups.push_back(match.group(i));
  return groups;
}

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
