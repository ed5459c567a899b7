#pragma once
// Fits lines into the columns of a terminal. They may have our own colours (ESC [ ... m).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// How many columns a line takes. East Asian wide characters and emoji take two, combining ones
/// none.
std::size_t styled_width(std::string_view line);

/// The part of a line that fits into so many columns. It ends with ">" where something is cut off,
/// and ends its colours.
std::string fitted(std::string_view line, std::size_t columns);

/// The whole line, broken into pieces that fit, at spaces where there are some. Each piece has its
/// indentation and colours.
std::vector<std::string> folded(std::string_view line, std::size_t columns);

/// Shortens a line of code, and the line below it that marks a place by "^", so that both fit and
/// the place is in sight. "..." stands for what is cut off in front.
void fit_code(std::string& code, std::string& caret, std::size_t columns);

/// All lines of a text, broken to fit. A line of code with a place marked below it is shortened.
std::vector<std::string> folded_lines(std::string_view text, std::size_t columns);

}  // namespace grader
