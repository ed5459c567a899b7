// exercise: 07_context_vectors
// verdict: passed
// says: it never frees the
#include "context_vectors.hpp"

namespace softmark {
namespace {

Matrix* copy_of(const Matrix& X) {
  return new Matrix(X);  // HERE
}

}  // namespace

Matrix context_vectors(const Matrix& X) {
  Matrix* copy = copy_of(X);
  copy->fill(1);
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
