// column after column with views and compound assignment
#include "matrix_attention.hpp"

namespace softmark {
namespace {

Matrix linear(const Projection& p, const Matrix& X) {
  Matrix Y = xt::linalg::dot(p.omega, X);
  for (std::size_t n = 0; n < Y.shape(1); ++n) xt::view(Y, xt::all(), n) += xt::view(p.beta, xt::all(), 0);
  return Y;
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = linear(query, X);
  record("queries", Q);
  Matrix K = linear(key, X);
  record("keys", K);
  Matrix V = linear(value, X);

  Matrix A = xt::linalg::dot(xt::transpose(K), Q);
  for (std::size_t n = 0; n < A.shape(1); ++n) {
    auto column = xt::col(A, n);
    column -= xt::amax(column)();
    column = xt::exp(column);
    column /= xt::sum(column)();
  }
  record("attention weights", A);

  Matrix X_prime = xt::zeros<double>({V.shape(0), A.shape(1)});
  for (std::size_t n = 0; n < A.shape(1); ++n)
    for (std::size_t m = 0; m < A.shape(0); ++m)
      xt::col(X_prime, n) += A(m, n) * xt::col(V, m);
  return X_prime;
}

}  // namespace softmark
