// exercise: 07_context_vectors
// says: it uses a value here that was never set
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  int count;
  if (X.shape(0) > 1000) count = 1;
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X) / double(count);  // HERE
}

}  // namespace softmark
