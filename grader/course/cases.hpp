#pragma once
// Reference data and known mistakes, read from their files.

#include "core/case.hpp"
#include "course/course.hpp"

#include <vector>

namespace grader {

/// The cases of reference_data/NN_name.json. Throws InputError, naming file and place, where the
/// file does not fit the exercise: a missing or unknown field, a shape that its sizes do not give,
/// a number of values that the shape does not give, a number that is not finite, published values
/// that disagree.
std::vector<Case> load_cases(const Course& course, const Exercise& exercise);

/// The mistakes of solutions/NN_name/mistakes.json; none where the copy has no solutions.
std::vector<Mistake> load_mistakes(const Course& course, const Exercise& exercise);

/// The solution's text with the mistake's replacements made. Throws InputError where a text to
/// replace does not occur exactly once.
std::string apply_mistake(const Course& course, const Exercise& exercise, const Mistake& mistake);

}  // namespace grader
