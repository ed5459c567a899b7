#pragma once
// A program that failed in a way that does not explain itself is run once more, where it finds its
// own faults: a crash, a NaN or a wrong value without a name. Verdicts rest on none of it.

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

/// The same for a program that passed, where the options want all looks: what is wrong with it all
/// the same becomes its cause and a warning. Memory that it loses, for one.
void look_at_passed(const Grader& grader, const Exercise& exercise, const std::string& text,
                    const Program& program, LaunchedRunner& runner, Graded& graded);

}  // namespace grader
