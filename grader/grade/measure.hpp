#pragma once
// Calls the measures of an exercise whose results are random or learnt.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "run/runner.hpp"

namespace grader {

/// Runs the measures on what the student's function returned for a case; in a process of their own,
/// since what came back can be anything.
Outcome measure(Runner& runner, int measures_program, const Exercise& exercise, const Case& one,
                const Outcome& outcome, const Limits& limits);

}  // namespace grader
