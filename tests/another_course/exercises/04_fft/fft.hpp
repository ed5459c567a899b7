#pragma once
#include <softmark/exercise.hpp>
namespace softmark {

/// The discrete Fourier transform of x (N, 2), whose columns are real and imaginary parts: (N, 2).
/// Source: Cooley and Tukey 1965, halved as long as N is even; numpy.fft.fft.
Matrix fft(const Matrix& x);

}  // namespace softmark
