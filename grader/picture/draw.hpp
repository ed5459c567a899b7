#pragma once
// A picture as text for a terminal, or as part of an HTML page. Pure.

#include "picture/picture.hpp"

#include <string>
#include <string_view>

namespace grader {

/// How cells look in a terminal.
enum class Style {
  colour,  ///< 24-bit colour
  blocks,  ///< shades of Unicode's block characters
  ascii,   ///< shades of ASCII characters
};

/// For a terminal of 80 columns: maps side by side where they fit, numbers in the cells where they
/// fit as well.
std::string terminal_picture(const Picture& picture, Style look);

/// Part of a page, for light and dark screens: each figure and chart with a heading of this level,
/// its notes, and its numbers as tables, which unfold. Every cell says its number when pointed at.
/// Maps stand side by side where they fit. `id` begins all ids.
std::string html_drawings(const Picture& picture, int level, std::string_view id);

/// What a page with such parts needs, as CSS.
std::string html_drawings_style();

}  // namespace grader
