#pragma once
// Where in a student's file a run failed.

#include "compile/program.hpp"
#include "grade/run_cases.hpp"
#include "core/report.hpp"
#include "grade/grader.hpp"

#include <string>

namespace grader {

/// Adds to `result` the line of `text` in which a run failed, one of those told there, with its
/// code and a caret; nothing where the program does not say, or something impossible. `program` was
/// built from `text`: it is built once more, with the lines of its code.
void tell_whereabouts(const Grader& grader, const Exercise& exercise, const std::string& text,
                      const Program& program, const CaseRun& run, ExerciseResult& result);

/// Says that the graded file is `file`, as its owner would name it: also where a message names a
/// place in it.
void name_file(const std::string& file, ExerciseResult& result);

}  // namespace grader
