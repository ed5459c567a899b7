#pragma once
// A picture as text for a terminal, as an SVG file or as an HTML page. Pure.

#include "picture/picture.hpp"

#include <string>

namespace grader {

/// How cells look in a terminal.
enum class Look {
  colour,  ///< 24-bit colour
  blocks,  ///< shades of Unicode's block characters
  ascii,   ///< shades of ASCII characters
};

/// For a terminal of 80 columns: maps side by side where they fit, numbers in the cells where they
/// fit as well.
std::string terminal_picture(const Picture& picture, Look look);

/// A file of its own, for light and dark screens, in which every cell says its number when pointed
/// at. It refers to nothing outside and runs nothing.
std::string svg_picture(const Picture& picture);

/// The same as a page, with the text around the maps as text.
std::string html_picture(const Picture& picture);

}  // namespace grader
