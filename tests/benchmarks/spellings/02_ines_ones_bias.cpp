// follows equation 12.6 literally: beta times a row of ones; softmax without the given helper
#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  const std::size_t N = X.shape(1);
  const Matrix ones = xt::ones<double>({std::size_t{1}, N});

  Matrix Q = xt::linalg::dot(query.beta, ones) + xt::linalg::dot(query.omega, X);
  Matrix K = xt::linalg::dot(key.beta, ones) + xt::linalg::dot(key.omega, X);
  Matrix V = xt::linalg::dot(value.beta, ones) + xt::linalg::dot(value.omega, X);

  Matrix S = xt::linalg::dot(xt::eval(xt::transpose(K)), Q);
  record("scores", S);

  // columns: axis 0 disappears, the row of N maxima broadcasts as a row
  S = xt::exp(S - xt::amax(S, {0}));
  Vector sums = xt::sum(S, {0});
  S = S / sums;
  record("attention weights", S);

  return xt::linalg::dot(V, S);
}

}  // namespace softmark
