#pragma once
// What can be done before a file is saved, so that its verdict comes sooner.

#include "core/exercise.hpp"
#include "grade/grader.hpp"

namespace grader {

/// Gets ready for the next grading of an exercise: its reference data are read, and the course's
/// own parts of its program are there. What fails here is told by that grading. Throws Interrupted.
void get_ready(const Grader& grader, const Exercise& exercise);

}  // namespace grader
