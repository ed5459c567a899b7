#pragma once
// Which arrays of a case are drawn.

#include "core/case.hpp"
#include "core/picture.hpp"

#include <string>

namespace grader {

/// What the exercise says; else every step of attention weights and every loss, or else the results
/// that are matrices. Before these the step `first`, where it is not among them; empty: none.
PictureSpec picture_spec(const Exercise& exercise, const Case& one, const std::string& first);

}  // namespace grader
