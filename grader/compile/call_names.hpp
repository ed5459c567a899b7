#pragma once
// Finds what a line of code calls at a column that a compiler tells, from the text alone. Pure.

#include <string>
#include <string_view>

namespace grader {

/// The column at which the whole name of a call begins, where a compiler tells `column`: GCC tells
/// that of a parenthesis, clang sometimes that of the name's last part. Columns count from 1; 0:
/// none.
std::size_t start_of_call(std::string_view line, std::size_t column);

/// The array whose element `line` takes at `column`, such as V in V(0, 1). Empty unless that is a
/// name which `text`, the whole file, declares.
std::string array_at(std::string_view text, std::string_view line, std::size_t column);

}  // namespace grader
