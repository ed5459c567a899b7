#include <complex>

#include "rotary_positions.hpp"

namespace softmark {

// A pair is a complex number, and to turn it is to multiply it by one of length 1.
Matrix rotary_positions(const Matrix& X, std::size_t first, double base) {
  Matrix turned = X;
  const auto d = static_cast<double>(X.shape(1));
  const double ratio = std::exp(-2 * std::log(base) / d);
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    double angle = static_cast<double>(first + n);
    for (std::size_t e = 0; e < X.shape(1); e += 2, angle *= ratio) {
      const auto z = std::complex<double>(X(n, e), X(n, e + 1)) * std::polar(1.0, angle);
      turned(n, e) = z.real();
      turned(n, e + 1) = z.imag();
    }
  }
  return turned;
}

}  // namespace softmark
