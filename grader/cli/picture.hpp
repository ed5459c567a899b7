#pragma once
// The picture of a case for the terminal, as `picture` draws it.

#include "grade/observe.hpp"
#include "picture/picture.hpp"

#include <optional>
#include <string>

namespace grader {

/// The picture below the verdict, at 80 columns. Throws InputError where there is nothing to draw.
std::string picture_on_terminal(const Exercise& exercise, const Observation& observation);

/// The picture for the page of a run, without title and verdict. Its size is bounded; nothing where
/// the program gave nothing to draw.
std::optional<Picture> picture_for_page(const Exercise& exercise, const Observation& observation);

}  // namespace grader
