#include "core/text.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cctype>

namespace grader {
namespace {

/// Where "::" and "##" are orders: where a line starts for a runner, after the blanks that it
/// strips; inside of JSON and markup each pair counts instead.
enum class Lines { start_orders, do_not_count };

/// Words that are orders up to their last letter, a colon.
constexpr std::string_view words[] = {
    "section_start:", "section_end:", "travis_fold:", "travis_time:"};
/// Orders at the very start of a line.
constexpr std::string_view headings[] = {"--- ", "+++ ", "~~~ ", "^^^ "};

/// The length of the blank at the front of `text`, such as runners strip; 0 for none.
std::size_t blank_length(std::string_view text) {
  if (std::isspace(static_cast<unsigned char>(text[0])) != 0) return 1;
  const auto letter =
      static_cast<unsigned char>(text[0]) < 0x80 ? std::nullopt : first_letter(text);
  if (!letter) return 0;
  const utf8proc_category_t kind = utf8proc_category(static_cast<utf8proc_int32_t>(letter->code));
  const bool blank = kind == UTF8PROC_CATEGORY_ZS || kind == UTF8PROC_CATEGORY_ZL ||
                     kind == UTF8PROC_CATEGORY_ZP || letter->code == 0x85;
  return blank ? letter->bytes : 0;
}

/// Whether "##" at the front of `text` goes on like "##[" or "##vso[".
bool opens_bracket(std::string_view text) {
  std::size_t end = 2;
  const auto in_name = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
  };
  while (end < text.size() && in_name(static_cast<unsigned char>(text[end]))) ++end;
  return end < text.size() && text[end] == '[';
}

/// How far from the front of `text` the character stands that makes an order of it; npos for none.
std::size_t order_at(std::string_view text, Lines lines, bool at_start, bool very_start) {
  constexpr std::size_t none = std::string_view::npos;
  constexpr std::string_view first_letters = "#:st-+~^";
  if (first_letters.find(text[0]) == none) return none;  // most letters: pages are long
  const bool pairs = lines == Lines::do_not_count;
  if (text.starts_with("##") && (pairs || opens_bracket(text))) return 1;
  if (text.starts_with("::") && (pairs || at_start)) return pairs ? 1 : 0;
  for (const std::string_view word : words) {
    if (text.starts_with(word)) return word.size() - 1;
  }
  if (very_start && std::ranges::any_of(headings, [&](std::string_view heading) {
        return text.starts_with(heading);
      })) {
    return 0;
  }
  return none;
}

/// `text` with what `escape` makes of each character that makes an order.
template <class Escape>
std::string escaped(std::string_view text, Lines lines, const Escape& escape) {
  std::string safe;
  bool at_start = true, very_start = true;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const std::size_t order = order_at(rest, lines, at_start, very_start);
    const std::size_t blank = blank_length(rest);
    very_start = rest[0] == '\n';
    at_start = very_start || (at_start && blank > 0);
    if (order != std::string_view::npos) {
      safe += rest.substr(0, order);
      safe += escape(rest[order]);
      i += order + 1;
    } else {
      const std::size_t length = std::max<std::size_t>(blank, 1);
      safe += rest.substr(0, length);
      i += length;
    }
  }
  return safe;
}

}  // namespace

std::string without_orders(std::string_view text) {
  return escaped(text, Lines::start_orders, [](char c) { return fmt::format("\\{}", c); });
}

std::string json_without_orders(std::string_view json) {
  return escaped(json, Lines::do_not_count,
                 [](char c) { return fmt::format("\\u{:04x}", static_cast<unsigned char>(c)); });
}

std::string markup_without_orders(std::string_view markup) {
  return escaped(markup, Lines::do_not_count,
                 [](char c) { return fmt::format("&#{};", static_cast<int>(c)); });
}

}  // namespace grader
