#pragma once
// Fits the statement of an exercise, which is Markdown, to the width of a terminal.

#include <cstddef>
#include <string>
#include <string_view>

namespace grader {

/// The text with paragraphs and list items wrapped to so many columns. Code, tables and headings
/// keep their lines.
std::string rewrapped(std::string_view markdown, std::size_t columns);

}  // namespace grader
