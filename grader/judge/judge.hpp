#pragma once
// From what a program did to a verdict. Pure; everything that is not a right answer is a fail.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"

namespace grader {

/// How many elements a right answer has.
std::size_t expected_elements(const Case& one);

/// The result of one case, judged by the exercise's tolerance.
CaseResult judge(const Exercise& exercise, const Case& one, const Outcome& outcome,
                 const Limits& limits);

}  // namespace grader
