#pragma once
// What students are handed out may not hold pieces of solutions.

#include "course/course.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// A file of exercises/, with its text.
struct HandedOut {
  std::filesystem::path file;
  std::string text;
};

/// All files of exercises/.
std::vector<HandedOut> read_handed_out(const Course& course);

/// Which file holds a piece of the exercise's solution, or why it could; empty for none.
std::string check_copies(const Course& course, const Exercise& exercise,
                         const std::vector<HandedOut>& handed_out);

}  // namespace grader
