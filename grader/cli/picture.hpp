#pragma once
// The picture of a case for the terminal, as `picture` draws it.

#include "grade/observe.hpp"
#include "picture/picture.hpp"

#include <optional>
#include <string>

namespace grader {

/// With the verdict on top, at 80 columns. Throws InputError where there is nothing to draw.
std::string picture_on_terminal(const Exercise& exercise, const Observation& observation);

/// What the page of a run draws of it, without title and verdict; nothing where the program gave
/// nothing to draw. Small, however much the program gave.
std::optional<Picture> picture_for_page(const Exercise& exercise, const Observation& observation);

}  // namespace grader
