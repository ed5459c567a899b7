#include "rotary_positions.hpp"

namespace softmark {

Matrix rotary_positions(const Matrix& X, std::size_t first, double base) {
  const std::size_t N = X.shape(0);
  const std::size_t d = X.shape(1);
  const std::size_t pairs = d / 2;

  Vector frequencies = xt::zeros<double>({pairs});
  for (std::size_t i = 0; i < pairs; ++i) frequencies(i) = std::pow(base, -2.0 * i / d);
  record("frequencies", frequencies);

  Matrix angles = xt::zeros<double>({N, pairs});
  for (std::size_t n = 0; n < N; ++n) {
    const double position = first + n;
    for (std::size_t i = 0; i < pairs; ++i) angles(n, i) = position * frequencies(i);
  }
  record("angles", angles);

  Matrix output = xt::zeros<double>({N, d});
  for (std::size_t n = 0; n < N; ++n) {
    for (std::size_t i = 0; i < pairs; ++i) {
      const double x = X(n, 2 * i);
      const double y = X(n, 2 * i + 1);
      const double cosine = std::cos(angles(n, i));
      const double sine = std::sin(angles(n, i));
      output(n, 2 * i) = x * cosine - y * sine;
      output(n, 2 * i + 1) = x * sine + y * cosine;
    }
  }
  return output;
}

}  // namespace softmark
