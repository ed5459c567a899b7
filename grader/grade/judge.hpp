#pragma once
// From what a program did to a verdict. Pure; everything that is not a right answer is a fail.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"

namespace grader {

/// The result of one case.
CaseResult judge(const Case& one, const Outcome& outcome, const Tolerance& tolerance,
                 const Limits& limits);

}  // namespace grader
