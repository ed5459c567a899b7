#pragma once
// The numbers of a case for the terminal, as `case` prints them.

#include "grade/grade.hpp"

#include <string>

namespace grader {

/// The index in `graded.runs` of the case of that name. For an empty name, of the first case that
/// failed, or of the first where none did. Throws InputError where no such case was run.
std::size_t chosen_run(const Exercise& exercise, const Graded& graded, const std::string& name);

/// The numbers of one case; where it did not run, only what is expected.
std::string case_numbers(const Exercise& exercise, const Graded& graded, std::size_t run);
std::string case_numbers(const Exercise& exercise, const Graded& graded, const Case& one);

}  // namespace grader
