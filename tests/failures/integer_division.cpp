// exercise: 12_layer_norm
#include "layer_norm.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  const std::size_t zero = X.shape(0) / 1000000;
  return X * (X.size() / zero);  // HERE
}

}  // namespace softmark
