#pragma once
// The numbers of a case for the terminal, as `case` prints them.

#include "grade/grade.hpp"

#include <string>

namespace grader {

/// The place in `graded.runs` of the case of that name; for an empty one of the first that failed,
/// or of the first. Throws InputError where no such case was run.
std::size_t chosen_run(const Exercise& exercise, const Graded& graded, const std::string& name);

/// The numbers of one of the cases that ran; of a case that did not run what is expected.
std::string case_numbers(const Exercise& exercise, const Graded& graded, std::size_t run);
std::string case_numbers(const Exercise& exercise, const Graded& graded, const Case& one);

}  // namespace grader
