#pragma once
// From what a program did to a verdict, and sentences for the student about it. Pure; everything
// that is not a right answer is a fail.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"
#include "judge/compare.hpp"

#include <string>
#include <string_view>

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

/// A requirement of an exercise with measures, by its name.
const Requirement& requirement_named(const Exercise& exercise, const std::string& name);

/// The first requirement of an exercise with measures that this case of it missed; null for none.
const Requirement* first_missed(const Exercise& exercise, const CaseResult& result);

// ---- sentences about one case ----

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
