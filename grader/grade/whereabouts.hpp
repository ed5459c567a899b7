#pragma once
// Where in a student's file a run failed.

#include "compile/program.hpp"
#include "grade/run_cases.hpp"
#include "core/report.hpp"
#include "grade/grader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grader {

using ProgramBytes = std::vector<std::byte>;

/// The bytes of a program, as far as they can be read.
ProgramBytes bytes_of(const Program& program);

/// The bytes of `program`, which was built from `text`, built once more with the same code and a
/// table of its lines; nothing where that fails, or the submission has no time left for it. Its
/// time goes to `result`.
std::optional<ProgramBytes> with_lines(const Grader& grader, const Exercise& exercise,
                                       const std::string& text, const Program& program,
                                       ExerciseResult& result);

/// The innermost of `frames` in `text`, the file `source`, by the program's table of lines; one
/// that does not exist is none.
std::optional<Place> innermost(const ProgramBytes& program,
                               const std::vector<std::uint64_t>& frames, const std::string& source,
                               const std::string& text);

/// Adds to `result` a cause that was found, with the code of its line in `text`.
void tell_cause(Cause cause, const Exercise& exercise, const std::string& text,
                ExerciseResult& result);

/// Adds to `result` the line of `text` in which a run failed, one of those told there, with its
/// code and a caret; nothing where the program does not say, or something impossible. `program` was
/// built from `text`: it is built once more, with the lines of its code.
void tell_whereabouts(const Grader& grader, const Exercise& exercise, const std::string& text,
                      const Program& program, const CaseRun& run, ExerciseResult& result);

/// Says that the graded file is `file`, as its owner would name it: also where a message names a
/// place in it.
void name_file(const std::string& file, ExerciseResult& result);

}  // namespace grader
