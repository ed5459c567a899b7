#pragma once
// Grades one exercise: builds the program, runs it on the cases, concludes.

#include "core/case.hpp"
#include "core/report.hpp"
#include "diagnose/diagnose.hpp"
#include "grade/grader.hpp"
#include "grade/intake.hpp"
#include "grade/run_cases.hpp"

#include <string>
#include <vector>

namespace grader {

/// Whether a file that is still the original stub is compiled all the same.
enum class Untouched { is_not_started, is_compiled };

/// Which of the public cases to run. When it is not all, nothing is compared with mistakes.
struct Selection {
  std::string name;        ///< the one of this name; empty: any
  bool one_alone = false;  ///< report the first that fails, or the first where none does
};

/// A result, with what it was concluded from.
struct Graded {
  ExerciseResult result;
  std::vector<Case> cases;    ///< none where nothing was run
  std::vector<CaseRun> runs;  ///< of the first of them
  std::string log;            ///< all that the compiler wrote, where it did not build
};

/// The public cases that ran, with what the program did. They point into `graded`.
std::vector<Run> public_runs(const Graded& graded);

/// Grades one exercise's file. Throws InputError where the course's own files are wrong; other
/// faults of ours come back as internal_error.
Graded grade_exercise(const Grader& grader, const Exercise& exercise, const Intake& intake,
                      Untouched untouched, const Selection& selection = {});

/// Grades a program that is built, by its runs on the public cases. For checks of the course
/// itself.
Graded grade_program(const Grader& grader, Runner& runner, int program, const Exercise& exercise);

/// The properties that the function of `text` lacks, by name; it must build. For checks of the
/// course itself.
std::vector<std::string> lacking_properties(const Grader& grader, const Exercise& exercise,
                                            const std::string& text);

}  // namespace grader
