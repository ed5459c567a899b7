#pragma once
// What the commands that grade have in common: whose file, and behind which walls.

#include "cli/isolation.hpp"
#include "course/course.hpp"
#include "grade/intake.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// Whose files to grade: those of the folder `submission`, the solutions, or the stubs.
struct Submission {
  std::string submission;  ///< folder; empty: none
  bool solutions = false;
  std::vector<std::string> names = {};  ///< of what lies in the folder; `check` reads them
};

/// Throws InputError where there is no such folder, it holds more than anybody submits, or both are
/// wanted.
void check(const Course& course, Submission& submission);

/// Takes in the exercise's file. Where a submission lacks it, the reason says what was looked for
/// and what may have been meant.
Intake take_in(const Course& course, const Exercise& exercise, const Submission& submission);

/// The walls that `isolation` (auto, required, off) asks for. When it is empty they are the best
/// there are, and required in CI for what is not a solution.
Walls walls_for(const std::string& isolation, const Submission& submission);

}  // namespace grader
