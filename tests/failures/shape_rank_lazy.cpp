// exercise: 07_context_vectors
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  xt::xarray<double> S = xt::linalg::dot(X, xt::transpose(X));
  xt::xarray<double> three = xt::expand_dims(S, 0);
  Matrix A = three;  // HERE
  return A;
}

}  // namespace softmark
