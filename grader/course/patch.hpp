#pragma once
// Makes a known mistake in the solution's text.

#include "core/case.hpp"
#include "course/course.hpp"

#include <string>

namespace grader {

/// The solution's text with the patches of the mistake. Throws InputError, naming file and line,
/// where the old lines of a patch do not stand in the solution exactly once, or two patches change
/// the same lines.
std::string apply_mistake(const Course& course, const Exercise& exercise, const Mistake& mistake);

}  // namespace grader
