#pragma once
// One case of an exercise, with what the program gave and how that was judged.

#include "core/outcome.hpp"
#include "grade/grade.hpp"

#include <optional>
#include <string>

namespace grader {

struct Observation {
  Case one;                        ///< inputs, expected results and steps
  std::optional<Outcome> outcome;  ///< none where nothing was run: not started, not built
  std::optional<Case> given;       ///< the case with what is right given the program's own steps
  ExerciseResult result;           ///< of this case alone, as `grade_exercise` gives it
};

/// Builds the exercise's file and runs it on the case of that name. Without a name it runs on all
/// until one fails, and observes that one, or the first where all pass. Throws InputError, with the
/// nearest name as a suggestion, where there is no such case.
Observation observe(const Grader& grader, const Exercise& exercise, const Intake& intake,
                    Untouched untouched, const std::string& case_name);

/// The observation of run number `run`, a public one, of a whole grading; with all that is said
/// about the exercise where that run failed.
Observation observed(const Exercise& exercise, const Graded& graded, std::size_t run);

/// The public run to look at: of the case of that name, or the first that failed, or the first of
/// all. Nothing where the case was not run.
std::optional<std::size_t> run_of_case(const Graded& graded, const std::string& name);

/// The first case of that name; the first of all for an empty one. Throws InputError, with the
/// nearest name.
const Case& case_named(const std::vector<Case>& cases, const Exercise& exercise,
                       const std::string& name);

}  // namespace grader
