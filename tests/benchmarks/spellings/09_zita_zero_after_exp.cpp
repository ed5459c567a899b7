// maximum over the visible keys, exponentials of hidden keys multiplied by zero before the sum
#include "causal_attention.hpp"

namespace softmark {

Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V) {
  const long offset = long(K.shape(0)) - long(Q.shape(0));
  Matrix visible = xt::tril(xt::ones<double>({Q.shape(0), K.shape(0)}), static_cast<int>(offset));

  Matrix S = xt::linalg::dot(Q, xt::transpose(K)) * std::pow(Q.shape(1), -0.5);
  const double lowest = xt::amin(S)();
  Matrix lowered = S * visible + lowest * (1.0 - visible);
  Matrix top = xt::amax(lowered, {1}, xt::keep_dims);  // largest visible score of each row
  Matrix E = xt::exp(xt::minimum(S - top, 0.0)) * visible;
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, V);
}

}  // namespace softmark
