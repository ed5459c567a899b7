#pragma once
// The array types of the exercises. They own their elements: a function that returns one of them
// evaluates the expression it returns. `auto` would keep the expression, with references to locals
// that are gone.

#include <softmark/eager.hpp>
#include <softmark/xtensor.hpp>

namespace softmark {

using Vector = xt::xtensor<double, 1>;
using Matrix = xt::xtensor<double, 2>;
using Tensor3 = xt::xtensor<double, 3>;
using Tensor4 = xt::xtensor<double, 4>;

}  // namespace softmark
