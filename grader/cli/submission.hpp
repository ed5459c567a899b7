#pragma once
// What the commands that grade have in common: whose file, behind which walls, and what their
// options mean.

#include "cli/commands.hpp"
#include "grade/intake.hpp"
#include "submission/contents.hpp"

namespace grader {

/// Whose files to grade: those of the folder or archive `submission`, the solutions, or the stubs.
struct Submission {
  std::string submission;  ///< folder or archive; empty: none
  bool solutions = false;
  Contents contents = {};  ///< of the submission, once it is open
};

/// Throws InputError where there is no such folder or archive, or both are wanted.
void check(const Course& course, const Submission& submission);

/// Looks at what the submission holds. Archives are unpacked behind the walls of a compiler.
void open(Submission& submission, const Course& course, const Workbench& bench);

/// Takes in the exercise's file. Where a submission lacks it, the reason says what was looked for,
/// and which file may have been meant.
Intake take_in(const Course& course, const Exercise& exercise, const Submission& submission);

/// Whether this runs in a CI, which sets the variable CI.
bool in_ci();

/// The walls that the option `isolation` asks for. Without it: the best there are; in CI they are
/// required, unless solutions are graded.
Walls walls_for(std::optional<Walls> isolation, const Submission& submission);

/// Throws InputError where options of fresh cases exclude each other, or one lacks another.
void check(const GradingOptions& options);

/// Sets the limit of builds, where the options give one.
void limit_builds(Workbench& bench, const GradingOptions& options);

/// The limits and fresh cases that the options ask for. Reads the file with the secret; without a
/// seed and a secret, fresh cases get a seed from the system.
GradeOptions grade_options(const GradingOptions& options);

/// Which failures get a second look: what the option says, else the puzzling ones of one's own
/// files, for which `submission` is empty, outside of CI.
SecondLook second_look_mode(std::optional<SecondLook> sanitizers, const std::string& submission);

/// The options of fresh cases as words of a command that repeats them; empty where there are none.
std::string fresh_again(const GradingOptions& options, const GradeOptions& used);

}  // namespace grader
