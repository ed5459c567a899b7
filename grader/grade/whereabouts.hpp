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

/// Builds `program` once more from its `text`, now with a table of lines, and gives its bytes.
/// Nothing where that fails, where its code is another one then, or where the submission has no
/// time left. The time that it takes is added to `result`.
std::optional<ProgramBytes> with_lines(const Grader& grader, const Exercise& exercise,
                                       const std::string& text, const Program& program,
                                       ExerciseResult& result);

/// The places of `frames` in `text`, the file `source`, by the program's table of lines, innermost
/// first. A line that `text` does not have does not count.
std::vector<Place> places_in(const ProgramBytes& program, const std::vector<std::uint64_t>& frames,
                             const std::string& source, const std::string& text);

/// The first of them.
std::optional<Place> innermost(const ProgramBytes& program,
                               const std::vector<std::uint64_t>& frames, const std::string& source,
                               const std::string& text);

/// Adds to `result` a cause that was found, with the code of its line in `text`.
void tell_cause(Cause cause, const Exercise& exercise, const std::string& text,
                ExerciseResult& result);

/// Adds to `result` the line of `text` in which a run failed of which it tells, with its code and a
/// caret, and the line that called it. Where it is given code that stands in a line of the
/// student's, the latter comes first. Nothing where the program does not say where, or names a
/// place that cannot be. `program`, which was built from `text`, is built once more with a table of
/// lines.
void tell_whereabouts(const Grader& grader, const Exercise& exercise, const std::string& text,
                      const Program& program, const CaseRun& run, ExerciseResult& result);

/// Says that the graded file is `file`, as its owner would name it: also where a message names a
/// place in it.
void name_file(const std::string& file, ExerciseResult& result);

}  // namespace grader
