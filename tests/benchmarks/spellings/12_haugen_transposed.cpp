// MATLAB manner: tokens as columns inside, transposed twice, stddev loop over columns
#include "layer_norm.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  Matrix A = xt::transpose(X);  // (E, N)
  for (std::size_t j = 0; j < A.shape(1); ++j) {
    auto a = xt::col(A, static_cast<int>(j));
    const double m = xt::mean(a)();
    a -= m;
    const double s = xt::stddev(a)();
    a /= std::hypot(s, std::sqrt(eps));
  }
  Matrix normalized = xt::transpose(A);
  record("normalized", normalized);

  return Matrix(normalized * xt::broadcast(gamma, X.shape()) + xt::broadcast(beta, X.shape()));
}

}  // namespace softmark
