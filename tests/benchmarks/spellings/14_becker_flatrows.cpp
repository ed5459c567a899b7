// all tokens below each other: reshape, one product, reshape back
#include "batch_linear.hpp"

namespace softmark {

Tensor3 batch_linear(const Tensor3& X, const Matrix& W, const Vector& b) {
  const std::size_t B = X.shape(0), N = X.shape(1), E = X.shape(2), d = W.shape(0);

  Matrix tokens = xt::reshape_view(X, {B * N, E});
  Matrix projected = xt::linalg::dot(tokens, xt::transpose(W));
  projected += b;

  Tensor3 result = xt::reshape_view(projected, {B, N, d});
  return result;
}

}  // namespace softmark
