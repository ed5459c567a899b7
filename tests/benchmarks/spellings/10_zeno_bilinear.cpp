// algebra first: Q K^T = X (Wq Wk^T) X^T, one bilinear form
#include "learned_attention.hpp"

namespace softmark {

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  const double sqrt_d = std::sqrt(1.0 * Wq.shape(1));
  const Matrix form = xt::linalg::dot(Wq, xt::transpose(Wk)) / sqrt_d;               // (E, E)
  const Matrix scores = xt::linalg::dot(xt::linalg::dot(X, form), xt::transpose(X));  // (N, N)

  const Matrix e = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  const Matrix mixed = xt::linalg::dot(e, X);  // (N, E), not yet divided
  return xt::linalg::dot(mixed, Wv) / xt::sum(e, {1}, xt::keep_dims);
}

}  // namespace softmark
