// lazy autos whose operands outlive them, evaluated once at the end of each stage
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  const auto Xt = xt::transpose(X);
  const Matrix S = xt::linalg::dot(X, Xt);

  const Matrix top = xt::amax(S, {1}, xt::keep_dims);
  const auto shifted = S - top;
  const auto e = xt::exp(shifted);
  const Matrix sums = xt::sum(e, {1}, xt::keep_dims);
  const auto a = e / sums;

  const auto A = xt::eval(a);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
