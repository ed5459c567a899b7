#pragma once
// Which arrays of a run a wrong array is made of. Pure.

#include "core/exercise.hpp"
#include "core/tensor.hpp"

#include <string>
#include <vector>

namespace grader {

/// "it has the numbers of X": which of `others`, of the same shape, `actual` is. Empty where it is
/// none, or one number everywhere.
std::string copy_of(const Tensor& actual, const std::vector<NamedTensor>& others,
                    const Tolerance& tolerance);

/// What `actual` is, in terms of `expected` and of `others`, such as "it is the product of keys
/// (transposed) and keys" or "it is what is expected minus 2 times beta". Nothing is guessed: all
/// numbers agree. Empty where nothing of that kind holds, where the array has fewer than three
/// elements, or where a number is not finite. Of several that hold it tells the first.
std::string relation_of(const Tensor& actual, const Tensor& expected,
                        const std::vector<NamedTensor>& others, const Tolerance& tolerance);

}  // namespace grader
