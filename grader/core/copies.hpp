#pragma once
// Finds pieces of a solution in what students are handed out.

#include <string>
#include <string_view>

namespace grader {

/// So many lines of a solution in a row are a piece of it.
inline constexpr std::size_t lines_of_a_piece = 3;

/// The first piece of `solution` that stands in `text`, in one line; empty where there is none.
/// White space and comments make no difference. Lines that say little (braces, includes) do not
/// count, nor do those that `stub` itself has.
std::string piece_of_solution(std::string_view solution, std::string_view stub,
                              std::string_view text);

}  // namespace grader
