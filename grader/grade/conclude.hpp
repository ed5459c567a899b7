#pragma once
// From what was seen of the cases to the result of an exercise. Pure.

#include "core/exercise.hpp"
#include "core/report.hpp"
#include "explain/places.hpp"
#include "grade/grader.hpp"
#include "grade/run_cases.hpp"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace grader {

/// The result of an exercise before anything is graded.
ExerciseResult ungraded(const Exercise& exercise);

/// Adds the results of cases: of those that ran, then of those that were skipped.
void report_cases(std::span<const Case> cases, std::span<const CaseRun> runs,
                  ExerciseResult& result);

/// Concludes verdict and finding from the results and runs of the public cases; where the exercise
/// is measured, what was missed.
void conclude(const Exercise& exercise, const std::vector<Run>& runs, ExerciseResult& result);

/// The steps that public cases have, in their order, then the results.
std::vector<std::string> steps_and_results(const Exercise& exercise, std::span<const Case> cases);

/// The share of `all` that is not missed.
double share_without(const std::set<std::string>& missed, const std::vector<std::string>& all);

/// Adds what an explanation tells to what the result has; its own details come first.
void add_explanation(Explanation told, ExerciseResult& result);

/// What else is said of `failing`, the smallest shape that fails, where so many of all shapes pass;
/// 0 where that is not known.
std::string shape_text(const Case& failing, std::size_t passed, std::size_t all);

/// Concludes once more, now that the fresh cases are reported, too: where the public ones pass, the
/// verdicts of these decide.
void conclude_fresh(bool open, ExerciseResult& result);

/// The points of a result that is concluded, of which the first `public_cases` are public. With a
/// secret, where there are fresh cases they alone earn points: the public ones' numbers are known.
/// Where mistakes are to be caught, each one earns its share, whatever the options say.
double points_of(const Exercise& exercise, const ExerciseResult& result, std::size_t public_cases,
                 const GradeOptions& options);

/// Why a program could not be loaded, in its loader's words `text`.
void report_load_problem(const Exercise& exercise, const Limits& limits, const std::string& text,
                         ExerciseResult& result);

/// Cuts long texts: most of them come from students' code, and a report holds many.
void cut_long_texts(ExerciseResult& result);

}  // namespace grader
