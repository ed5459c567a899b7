#pragma once
// From what was seen of the cases to the result of an exercise. Pure.

#include "core/case.hpp"
#include "core/report.hpp"
#include "diagnose/diagnose.hpp"
#include "grade/grader.hpp"
#include "grade/run_cases.hpp"

#include <string>
#include <vector>

namespace grader {

/// The result of an exercise before anything is graded.
ExerciseResult ungraded(const Exercise& exercise);

/// Adds the results of all cases: of those that ran, then of those that were skipped.
void report_cases(const std::vector<Case>& cases, const std::vector<CaseRun>& runs,
                  ExerciseResult& result);

/// Concludes verdict, finding, wrong step, mistake and notes from the results of all cases and the
/// runs of public ones. Fresh cases, which come after the public ones, give their verdicts alone.
void conclude(const Exercise& exercise, const std::vector<Run>& runs,
              const std::vector<Mistake>& mistakes, ExerciseResult& result);

/// The points of a result of `cases` that is concluded. With a secret, where there are fresh cases
/// they alone earn points: the public ones' numbers are known.
double points_of(const ExerciseResult& result, const std::vector<Case>& cases,
                 const GradeOptions& options);

/// For wrong numbers that no known mistake gives: adds the properties that the program lacks. Names
/// the mistake whose steps it recorded, since several mistakes can lack the same properties.
void tell_behaviour(const std::vector<const Property*>& lacked, const std::vector<Run>& runs,
                    const std::vector<Mistake>& mistakes, const Tolerance& tolerance,
                    ExerciseResult& result);

/// Why a program could not be loaded, in its loader's words `text`.
void report_load_problem(const Exercise& exercise, const Limits& limits, const std::string& text,
                         ExerciseResult& result);

/// Cuts long texts: most of them come from students' code, and a report holds many.
void cut_long_texts(ExerciseResult& result);

}  // namespace grader
