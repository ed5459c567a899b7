#pragma once
// What the commands that grade have in common: whose file, behind which walls, and what their
// options mean.

#include "student/commands.hpp"
#include "student/desk.hpp"
#include "grade/intake.hpp"

namespace grader {

/// Throws InputError where there is no such folder or archive, or both are wanted.
void check(const Course& course, const SubmissionOptions& options);

/// The workbench behind the walls that the option asks for. Without it: the best there are; in CI
/// they are required, unless solutions are graded.
Toolchain bench_for(const Setup& setup, const Course& course, const SubmissionOptions& options);

/// Takes in the exercises' files; archives are unpacked behind the walls of a compiler. Where a
/// submission lacks one, the reason says what was looked for, and which file may have been meant.
std::vector<Intake> take_in(const Grader& grader, const SubmissionOptions& options,
                            const std::vector<Exercise>& exercises);

/// Which failures get a second look: what the option says, else the puzzling ones of one's own
/// files, outside of CI.
SecondLook second_look_mode(const SubmissionOptions& options);

/// What a run finds in the exercise's own file as it is now: where progress does not know, it is
/// graded, and kept as progress.
ExerciseProgress run_now(const Setup& setup, const Course& course, const Exercise& exercise);

/// Throws InputError where options of fresh cases exclude each other, or one lacks another.
void check(const GradingOptions& options);

/// A grader with the limits and fresh cases that the options ask for. Reads the file with the
/// secret; without a seed and a secret, fresh cases get a seed from the system.
Grader grader_for(const Course& course, Toolchain bench, const GradingOptions& options);

/// The options of fresh cases as words of a command that repeats them; empty where there are none.
std::string fresh_again(const GradingOptions& options, const GradeOptions& used);

}  // namespace grader
