#pragma once
// Runs a program once more, with sanitizers, where its failure does not explain itself: a crash, a
// NaN, or a wrong value without a name. No verdict rests on it.

#include "compile/program.hpp"
#include "core/case.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"
#include "grade/grade.hpp"
#include "grade/grader.hpp"
#include "run/runner.hpp"

#include <string>

namespace grader {

/// Adds to `result` the cause that a second look at the failed case finds, with its line of `text`;
/// nothing where it finds none. `program` was built from `text`, and gave `failed` to `runner`.
/// Takes what time it needs, within limits of its own: none of it is the program's.
void look_again(const Grader& grader, const Exercise& exercise, const std::string& text,
                const Program& program, LaunchedRunner& runner, const Case& one,
                const Outcome& failed, ExerciseResult& result);

/// The same for a program that passed, where the options ask for that. What is found, such as a
/// race, becomes its cause and a warning.
void look_at_passed(const Grader& grader, const Exercise& exercise, const std::string& text,
                    const Program& program, LaunchedRunner& runner, Graded& graded);

}  // namespace grader
