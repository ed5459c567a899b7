#pragma once
#include <softmark/exercise.hpp>
namespace softmark {

/// The full convolution of `signal` (N) and `filter` (K): (N + K - 1). Source: numpy.convolve.
Vector convolution(const Vector& signal, const Vector& filter);

}  // namespace softmark
