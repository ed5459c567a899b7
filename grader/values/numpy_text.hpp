#pragma once
// Arrays as NumPy prints them. Pure.

#include "core/tensor.hpp"

#include <string>
#include <vector>

namespace grader {

/// What print(array) writes in NumPy for an array of doubles, by its default settings. Where
/// `marked` is not empty, it says for each element whether "*" stands behind it.
std::string numpy_text(const Tensor& tensor, const std::vector<bool>& marked = {});

/// What Python's repr gives: the fewest digits that are the same double again, with a point or an
/// exponent. Requires a finite number.
std::string exact_number(double value);

}  // namespace grader
