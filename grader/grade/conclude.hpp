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

/// The result of an exercise of which nothing is known yet but what it is.
ExerciseResult ungraded(const Exercise& exercise);

/// Puts in the results of cases: of those that ran, and of those that were left out after them.
void report_cases(const std::vector<Case>& cases, const std::vector<CaseRun>& runs,
                  ExerciseResult& result);

/// Concludes from the results of cases, and from the runs of the public ones: verdict, finding,
/// step, mistake, notes. Of fresh cases, which come after the public ones, the verdict is all.
void conclude(const Exercise& exercise, const std::vector<Run>& runs,
              const std::vector<Mistake>& mistakes, ExerciseResult& result);

/// The points of a result that is concluded.
double points_of(const ExerciseResult& result, Marks marks);

/// For wrong numbers that no known mistake gives: adds the properties that they lack, and the
/// mistake whose steps were recorded. Several mistakes can lack the same properties, but each has
/// steps of its own.
void tell_behaviour(const std::vector<const Property*>& lacked, const std::vector<Run>& runs,
                    const std::vector<Mistake>& mistakes, const Tolerance& tolerance,
                    ExerciseResult& result);

/// Why a program could not be loaded, in its loader's words `text`.
void report_load_problem(const Exercise& exercise, const Limits& limits, const std::string& text,
                         ExerciseResult& result);

/// Cuts texts that are long: much of them comes from students' code, and a report holds many.
void cut_long_texts(ExerciseResult& result);

}  // namespace grader
