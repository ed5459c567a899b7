#pragma once
// What the page of a run shows about an exercise besides its result.

#include "grade/grade.hpp"
#include "report/writers.hpp"

#include <string>

namespace grader {

/// The picture of the failing case, and the lines of `text`, the graded file, around the place
/// where it fails. There is no picture with a secret: it would show what the program gave.
Beside beside(const Grader& grader, const Exercise& exercise, const Graded& graded,
              const std::string& text);

/// Adds the hints that were taken in this course.
void add_hints(const Course& course, const Exercise& exercise, Beside& beside);

}  // namespace grader
