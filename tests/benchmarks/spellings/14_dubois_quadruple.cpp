// four plain loops and element access
#include "batch_linear.hpp"

namespace softmark {

Tensor3 batch_linear(const Tensor3& X, const Matrix& W, const Vector& b) {
  const std::size_t B = X.shape(0);
  const std::size_t N = X.shape(1);
  const std::size_t E = X.shape(2);
  const std::size_t d = W.shape(0);

  Tensor3 result = xt::zeros<double>({B, N, d});
  for (std::size_t i = 0; i < B; ++i) {
    for (std::size_t n = 0; n < N; ++n) {
      for (std::size_t j = 0; j < d; ++j) {
        double sum = b(j);
        for (std::size_t e = 0; e < E; ++e) {
          sum += W(j, e) * X(i, n, e);
        }
        result(i, n, j) = sum;
      }
    }
  }
  return result;
}

}  // namespace softmark
