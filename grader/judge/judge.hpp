#pragma once
// From what a program did to a verdict, and sentences for the student about it. Pure; everything
// that is not a right answer is a fail.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"
#include "judge/compare.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// How many elements a right answer has.
std::size_t expected_elements(const Case& one);

/// The result of one case, judged by the exercise's tolerance.
CaseResult judge(const Exercise& exercise, const Case& one, const Outcome& outcome,
                 const Limits& limits);

/// The same of an exercise with measures, where results are random or learnt: `outcome` is the
/// student's function's, `measured` that of the measures, which its requirements judge.
CaseResult judge_measured(const Exercise& exercise, const Case& one, const Outcome& outcome,
                          const Outcome& measured, const Limits& limits);

/// Which result is too large to be sent, and so to be measured; empty for none.
std::string too_large(const Exercise& exercise, const Outcome& outcome);

/// The first requirement of an exercise with measures that this case of it missed; null for none.
const Requirement* first_missed(const Exercise& exercise, const CaseResult& result);

// ---- inputs that catch mistakes of another exercise ----

/// Which of the inputs catch a mistake, as bits.
using CaughtBy = std::uint32_t;

/// The inputs that a student's function returned, each the arguments of `of`.
std::vector<std::vector<Tensor>> inputs_in(const Exercise& of, const Outcome& outcome);

/// What is wrong with them: their number, shapes that do not fit together by the recipe of `of`,
/// sizes and numbers out of bounds. Empty for nothing.
std::string inputs_problem(const Exercise& of, const Outcome& outcome);

/// The result of so many inputs, by which of them catch each mistake, or by their problem.
CaseResult judge_catches(const Exercise& exercise, const Case& one, std::size_t inputs,
                         const std::vector<CaughtBy>& caught, const std::string& problem);

// ---- sentences about one case ----

/// Of a reply with more or fewer results than the exercise has.
inline constexpr const char* other_number_of_results =
    "it sent back another number of results than it has";

/// What a comparison found, in a line: shapes, or how many elements differ and the worst of them.
std::string explain_comparison(const Comparison& comparison, const Tensor& actual,
                               const Shape& expected);

/// A name and what is said of it, if anything, with `mark` between them where the words do not go
/// on with "is".
std::string label(const std::string& name, const std::string& words, std::string_view mark = ":");

/// Why the program did not return a result, in a line.
std::string explain_ending(const Outcome& outcome, const Limits& limits);

/// The text of an exception in plain words: xtensor's messages become sentences with the shapes in
/// them.
std::string explain_exception(std::string_view text);

}  // namespace grader
