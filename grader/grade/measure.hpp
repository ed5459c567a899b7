#pragma once
// Grades results by the exercise's measures, where they are random or learnt.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"
#include "run/runner.hpp"

namespace grader {

/// Runs the measures on what the student's function returned for a case; in a process of their own,
/// since what came back can be anything.
Outcome measure(Runner& runner, int measures_program, const Exercise& exercise, const Case& one,
                const Outcome& outcome, const Limits& limits);

/// The first requirement of an exercise with measures that this case of it missed; null for none.
const Requirement* first_missed(const Exercise& exercise, const CaseResult& result);

/// The result of one case of an exercise with measures. Pure.
CaseResult judge_measured(const Exercise& exercise, const Case& one, const Outcome& outcome,
                          const Outcome& measured, const Limits& limits);

}  // namespace grader
