#pragma once
// Sentences for a student about one case.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "judge/compare.hpp"

#include <string>
#include <string_view>

namespace grader {

/// Of a reply with more or fewer results than the exercise has.
inline constexpr const char* other_number_of_results =
    "it sent back another number of results than it has";

/// What a comparison found, in a line: shapes, or how many elements differ and the worst of them.
std::string explain_comparison(const Comparison& comparison, const Tensor& actual,
                               const Shape& expected);

/// A name and what is said of it, with `mark` between them where the words do not go on with "is".
std::string label(const std::string& name, const std::string& words, std::string_view mark = ":");

/// Why the program did not return a result, in a line.
std::string explain_ending(const Outcome& outcome, const Limits& limits);

/// The text of an exception in plain words: xtensor's messages become sentences with the shapes in
/// them.
std::string explain_exception(std::string_view text);

}  // namespace grader
