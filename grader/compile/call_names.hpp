#pragma once
// What a line of code calls where a compiler says that something is, by its letters alone. Pure.

#include <string>
#include <string_view>

namespace grader {

/// Of a call in `line` the column of its whole name, where a compiler tells `column`: GCC that of a
/// parenthesis, clang sometimes that of the name's last part. Columns count from 1; 0 is none.
std::size_t start_of_call(std::string_view line, std::size_t column);

/// The array that `line` asks for an element at `column`, such as V in V(0, 1); empty where none
/// has a name there that `text`, all of the file, declares.
std::string array_at(std::string_view text, std::string_view line, std::size_t column);

}  // namespace grader
