#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace grader {
namespace {

/// Words that are orders up to their last letter, a colon.
constexpr std::string_view words[] = {
    "section_start:", "section_end:", "travis_fold:", "travis_time:"};
/// Orders at the very start of a line.
constexpr std::string_view headings[] = {"--- ", "+++ ", "~~~ ", "^^^ "};

/// Whether "##" at the front of `text` goes on like "##[" or "##vso[".
bool opens_bracket(std::string_view text) {
  const auto end = std::find_if_not(text.begin() + 2, text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
  });
  return end != text.end() && *end == '[';
}

/// How far from `at` the character stands that makes an order of what begins there; npos where none
/// does. Inside of JSON and markup `each_pair` of "::" and "##" counts.
std::size_t order_at(std::string_view text, std::size_t at, bool each_pair) {
  const std::string_view rest = text.substr(at);
  const unsigned char before = at == 0 ? '\n' : static_cast<unsigned char>(text[at - 1]);
  if (std::string_view("#:st-+~^").find(rest[0]) == rest.npos) return rest.npos;  // most letters
  if (rest.starts_with("##") && (each_pair || opens_bracket(rest))) return 1;
  // Runners strip blanks of many kinds before "::", but no visible character.
  if (rest.starts_with("::") && each_pair) return 1;
  if (rest.starts_with("::") && (before <= ' ' || before >= 0x7f)) return 0;
  for (const std::string_view word : words) {
    if (rest.starts_with(word)) return word.size() - 1;
  }
  const bool heading = before == '\n' && std::ranges::any_of(headings, [&](std::string_view one) {
                         return rest.starts_with(one);
                       });
  return heading ? 0 : rest.npos;
}

/// `text` with what `escape` makes of each character that makes an order.
template <class Escape>
std::string escaped(std::string_view text, bool each_pair, const Escape& escape) {
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::size_t order = order_at(text, i, each_pair); order != text.npos) {
      safe += text.substr(i, order);
      i += order;
      safe += escape(text[i]);
    } else {
      safe += text[i];
    }
  }
  return safe;
}

}  // namespace

std::string without_orders(std::string_view text) {
  return escaped(text, false, [](char c) { return fmt::format("\\{}", c); });
}

std::string json_without_orders(std::string_view json) {
  return escaped(json, true,
                 [](char c) { return fmt::format("\\u{:04x}", static_cast<unsigned char>(c)); });
}

std::string markup(std::string_view text) {
  std::string safe;
  for (const char c : printable(text)) {
    safe += c == '&'    ? "&amp;"
            : c == '<'  ? "&lt;"
            : c == '>'  ? "&gt;"
            : c == '"'  ? "&quot;"
            : c == '\'' ? "&#39;"
                        : std::string(1, c);
  }
  return markup_without_orders(safe);
}

std::string markup_without_orders(std::string_view html) {
  return escaped(html, true, [](char c) { return fmt::format("&#{};", static_cast<int>(c)); });
}

}  // namespace grader
