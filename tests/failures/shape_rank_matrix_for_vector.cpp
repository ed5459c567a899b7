// exercise: 12_layer_norm
#include "layer_norm.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  Vector mean = xt::mean(X, {1}, xt::keep_dims);  // HERE
  return X - mean(0);
}

}  // namespace softmark
