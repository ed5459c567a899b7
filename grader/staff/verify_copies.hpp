#pragma once
// Looks for pieces of solutions in what students are handed out.

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

/// Which file holds a piece of the exercise's solution, with that piece; empty where none does. A
/// measures.cpp that would hold one by its place alone is named, too.
std::string check_copies(const Course& course, const Exercise& exercise,
                         const std::vector<HandedOut>& handed_out);

}  // namespace grader
