#pragma once
// Runs a student's inputs through the solution and known mistakes of another exercise.

#include "grade/run_cases.hpp"

namespace grader {

/// The versions of the exercise whose mistakes are to be caught. Throws InputError where it has no
/// mistake of a name, GraderFault where they cannot be run.
CaughtVersions caught_versions(const Workbench& bench, const Course& course, Library& library,
                               const Exercise& exercise);

/// Judges the inputs that a student's function returned: a mistake is caught by one on which it
/// ends otherwise than the solution, or gives other numbers or another shape.
CaseResult caught_by(const Calls& calls, const Exercise& exercise, const Case& one,
                     const Outcome& outcome);

}  // namespace grader
