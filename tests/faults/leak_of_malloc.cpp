// exercise: 07_context_vectors
// verdict: passed
// says: it never frees the
#include "context_vectors.hpp"

#include <cstdlib>
#include <cstring>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    void* row = std::malloc(X.shape(1) * sizeof(double));  // HERE
    std::memset(row, 0, X.shape(1) * sizeof(double));
  }
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
