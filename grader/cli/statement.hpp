#pragma once
// The statement of an exercise, Markdown, for a terminal of any width.

#include <cstddef>
#include <string>
#include <string_view>

namespace grader {

/// The same text with its paragraphs and list items wrapped to so many columns; code, tables and
/// headings keep their lines.
std::string rewrapped(std::string_view markdown, std::size_t columns);

}  // namespace grader
