// exercise: 07_context_vectors
// verdict: passed
// says: it never frees the 96 bytes
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  double* row = new double[12];  // HERE
  for (int i = 0; i < 12; ++i) row[i] = i;
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
