// division by a diagonal matrix: xt::diag of the reciprocal sums
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  Matrix scores = xt::linalg::dot(X, xt::transpose(X));
  // a symmetric matrix: the maxima of its columns are those of its rows
  Matrix E = xt::exp(scores - xt::amax(scores, {0}));
  Vector reciprocal = 1.0 / xt::sum(E, {0});
  Matrix P = xt::linalg::dot(E, xt::diag(reciprocal));  // each column sums to one
  Matrix attention = xt::transpose(P);
  record("attention weights", attention);
  return xt::linalg::dot(attention, X);
}

}  // namespace softmark
