// xt::average with weights, token by token
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  const std::size_t N = X.shape(0), E = X.shape(1);
  Matrix C = xt::zeros<double>({N, E});
  for (std::size_t i = 0; i != N; ++i) {
    Vector s = xt::sum(X * xt::row(X, i), {1});
    Vector e = xt::exp(s - xt::amax(s)());
    for (std::size_t f = 0; f != E; ++f) {
      Vector feature = xt::col(X, f);
      C(i, f) = xt::average(feature, e)();  // divides by the sum of the weights itself
    }
  }
  return C;
}

}  // namespace softmark
