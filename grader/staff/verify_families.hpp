#pragma once
// verify --families: what families give to each exercise, and what none of them knows.

#include "core/error.hpp"
#include "course/course.hpp"

#include <vector>

namespace grader {

/// Prints for each exercise the mistakes that families give, by family, and the lines of the
/// solution that only mistakes of its own change, with how many do.
ExitCode verify_families(const Course& course, const std::vector<Exercise>& exercises);

}  // namespace grader
