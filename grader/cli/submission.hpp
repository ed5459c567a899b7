#pragma once
// What the commands that grade have in common: whose file, and behind which walls.

#include "cli/isolation.hpp"
#include "course/course.hpp"
#include "grade/intake.hpp"
#include "submission/contents.hpp"

#include <filesystem>
#include <string>
#include <vector>

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

}  // namespace grader
