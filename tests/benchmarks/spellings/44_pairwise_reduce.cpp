#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "rms_norm.hpp"

namespace softmark {

// One row at a time, as a std::vector, with the algorithms of the library.
Matrix rms_norm(const Matrix& X, const Vector& gamma, double eps) {
  const std::size_t E = X.shape(1);
  auto result = Matrix::from_shape({X.shape(0), E});
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    std::vector<double> token(E);
    for (std::size_t e = 0; e < E; ++e) token[e] = X(n, e);
    const double length = std::inner_product(token.begin(), token.end(), token.begin(), 0.0);
    const double factor = 1 / std::sqrt(length / static_cast<double>(E) + eps);
    std::transform(token.begin(), token.end(), gamma.begin(), token.begin(),
                   [factor](double x, double g) { return x * factor * g; });
    std::copy(token.begin(), token.end(), &result(n, 0));
  }
  return result;
}

}  // namespace softmark
