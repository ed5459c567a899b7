#pragma once
// Reads reference data: cases with their inputs and expected values.

#include "core/case.hpp"
#include "course/course.hpp"

#include <vector>

namespace grader {

/// The cases of reference_data/NN_name.json. Throws InputError, naming file and place, where the
/// file does not fit the exercise: a missing or unknown field, a shape that its sizes do not give,
/// a number of values that the shape does not give, a number that is not finite, published values
/// that disagree.
std::vector<Case> load_cases(const Course& course, const Exercise& exercise);

}  // namespace grader
