#pragma once
// HTML that escapes what it is given, and what all pages share: their frame, style and drawings.
// Pure.

#include "core/report.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace grader {

struct Picture;

/// HTML. Literals become part of it as they are, any other text through `html`, which escapes it.
class Html {
 public:
  Html() = default;
  template <std::size_t size>
  Html(const char (&literal)[size]) : text_(literal) {}

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

  Html& operator+=(const Html& more) {
    text_ += more.text_;
    return *this;
  }
  friend Html operator+(Html left, const Html& right) { return std::move(left += right); }

 private:
  template <std::size_t size, class... Parts>
  friend Html html(const char (&literal)[size], const Parts&... parts);
  friend Html html_of_markdown(const std::string& markdown);

  explicit Html(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

/// A literal with its parts in place of its {}: numbers, HTML, and any other text as text.
template <std::size_t size, class... Parts>
Html html(const char (&literal)[size], const Parts&... parts) {
  const auto escaped = []<class Part>(const Part& part) {
    if constexpr (std::is_arithmetic_v<Part>) {
      return part;
    } else if constexpr (std::is_same_v<Part, Html>) {
      return std::string_view(part.text());
    } else {
      return markup(part);
    }
  };
  return Html(fmt::format(fmt::runtime(std::string_view(literal)), escaped(parts)...));
}

/// CommonMark with GitHub's tables, rendered by cmark-gfm without any HTML that stands in it.
Html html_of_markdown(const std::string& markdown);

/// A page without scripts, pictures or links to load. It follows the reader's choice of light or
/// dark, and can be printed.
std::string html_page(std::string_view title, const Html& body);

/// Part of a page: each figure and chart with a heading, its notes, and its numbers as a table,
/// which unfolds. Every cell says its number when pointed at. Maps stand side by side where they
/// fit. `id` begins all ids.
Html html_drawings(const Picture& picture, std::string_view id);

}  // namespace grader
