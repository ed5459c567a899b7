#pragma once
// What maps and curves in the terminal share.

#include "picture/draw.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

inline constexpr std::size_t page_width = 80;
inline constexpr std::size_t indent = 2;

/// How many columns UTF-8 text of ordinary letters takes.
std::size_t columns_of(std::string_view text);

/// With spaces behind it up to so many columns.
std::string padded(std::string text, std::size_t width);

/// With spaces before it up to so many columns.
std::string on_right(const std::string& text, std::size_t width);

std::string without_space_at_end(std::string line);

/// Paragraphs, wrapped and indented.
std::string notes_text(const std::vector<std::string>& notes);

/// A figure with its title, legend and notes.
std::string figure_text(const Figure& figure, Style look);

}  // namespace grader
