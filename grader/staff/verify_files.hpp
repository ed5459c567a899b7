#pragma once
// The part of `verify` that looks at files alone: whether all are there and written to the end.

#include "course/course.hpp"

#include <string>

namespace grader {

/// Whether this is a released copy without the exercise's solution. There, much cannot be checked.
bool keeps_solution_back(const Course& course, const Exercise& exercise);

/// The first thing that is wrong with the exercise's files, with the command that mends it if there
/// is one; empty where nothing is wrong.
std::string check_files(const Course& course, const Exercise& exercise);

}  // namespace grader
