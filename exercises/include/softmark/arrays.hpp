#pragma once
// The array types of the exercises. They own their elements. An operation on arrays gives one of
// them, computed at once. A view (xt::view, xt::transpose, ...) shows the elements of another array
// and must not outlive it: a function that returns an array type returns a copy.

#include <softmark/eager.hpp>
#include <softmark/xtensor.hpp>

// Outside, so that a program that needs none of them may use the names for types of its own.
namespace softmark_arrays {

using Vector = xt::xtensor<double, 1>;
using Matrix = xt::xtensor<double, 2>;
using Tensor3 = xt::xtensor<double, 3>;
using Tensor4 = xt::xtensor<double, 4>;

}  // namespace softmark_arrays

namespace softmark {
using namespace softmark_arrays;
}
