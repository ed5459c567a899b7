#pragma once
// Arrays much as NumPy prints them. Pure.

#include "core/tensor.hpp"

#include <string>
#include <vector>

namespace grader {

/// An array in brackets, to eight digits, at 75 columns. Where `marked` is not empty, it says for
/// each element whether "*" stands behind it.
std::string numpy_text(const Tensor& tensor, const std::vector<bool>& marked = {});

}  // namespace grader
