#pragma once
// The picture of a case for the terminal, as `picture` draws it.

#include "grade/observe.hpp"

#include <string>

namespace grader {

/// With the verdict on top, at 80 columns. Throws InputError where there is nothing to draw.
std::string picture_on_terminal(const Exercise& exercise, const Observation& observation);

}  // namespace grader
