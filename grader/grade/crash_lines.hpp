#pragma once
// Where in a student's file a run failed, or makes a wrong value.

#include "compile/program.hpp"
#include "core/report.hpp"
#include "grade/grader.hpp"
#include "grade/run_cases.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A program and the text of the exercise's file that it was built from.
struct Built {
  const Grader& grader;
  const Exercise& exercise;
  const std::string& text;
  const Program& program;
};

using ProgramBytes = std::vector<std::byte>;

/// The bytes of a program, as far as they can be read.
ProgramBytes bytes_of(const Program& program);

/// The program's bytes, built once more with a table of lines; `result` gets the time. Nothing
/// where that fails, gives other code, or the submission has no time left.
std::optional<ProgramBytes> with_lines(const Built& built, ExerciseResult& result);

/// The places of `frames` in the text, by the table of lines of `program`, innermost first. A line
/// that the text does not have does not count.
std::vector<Place> places_in(const Built& built, const ProgramBytes& program,
                             const std::vector<std::uint64_t>& frames);

/// Adds to `result` a cause that was found, with the code of its line.
void tell_cause(Cause cause, const Built& built, ExerciseResult& result);

/// Adds to `result` the line in which a run failed, with its code and a caret, and the line that
/// called it, the student's own before given code. Nothing where the program names no such place.
void add_crash_lines(const Built& built, const CaseRun& run, ExerciseResult& result);

/// Says that the graded file is `file`, as its owner would name it: also where a message names a
/// place in it.
void name_file(const std::string& file, ExerciseResult& result);

/// The place of a verdict that has no other. Of a wrong value: the call of record() of the step
/// that is wrong first, else the last return of the exercise's function. Of what is not begun: the
/// throw that is told, or the first one. Else the function; nothing where the text does not define
/// it, and of what passed or was skipped. Pure.
std::optional<Place> place_of_verdict(std::string_view text, const Exercise& exercise,
                                      const ExerciseResult& result);

}  // namespace grader
