#pragma once
// What a wrong array is, where no known mistake makes it. Pure.

#include "core/exercise.hpp"
#include "core/tensor.hpp"

#include <string>
#include <vector>

namespace grader {

/// What `actual` is, in terms of `expected` and of `others`, the arrays that it may have been made
/// of: "each element is 2 times what is expected", "it is the product of keys (transposed) and
/// keys". Nothing is guessed: all numbers agree. Of several forms
/// that hold it tells the first. Empty where none does, the shapes differ, or what is expected is
/// not finite.
std::string form_of(const Tensor& actual, const Tensor& expected,
                    const std::vector<NamedTensor>& others, const Tolerance& tolerance);

}  // namespace grader
