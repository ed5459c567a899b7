#pragma once
// Lines with colours (escape sequences of the kind ESC [ ... m, our own) in columns of a terminal.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// How many columns a line takes: letters of Asia and emoji take two, accents put on a letter none.
std::size_t styled_width(std::string_view line);

/// The part of a line that fits into so many columns, with ">" at its end where that is not all,
/// and colours ended.
std::string fitted(std::string_view line, std::size_t columns);

/// The whole line in pieces that fit, at spaces where there are some, all with its indentation and
/// colours.
std::vector<std::string> folded(std::string_view line, std::size_t columns);

/// Shortens a line of code and the line below it that marks a place by "^", so that both fit and
/// the place is seen; "..." stands for what is left out in front.
void fit_code(std::string& code, std::string& caret, std::size_t columns);

/// All lines of a text, folded; lines of code with a place marked below are shortened instead.
std::vector<std::string> folded_lines(std::string_view text, std::size_t columns);

}  // namespace grader
