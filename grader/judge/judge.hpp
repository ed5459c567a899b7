#pragma once
// From what a program did to a verdict. Pure; everything that is not a right answer is a fail.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"

#include <string>

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

}  // namespace grader
