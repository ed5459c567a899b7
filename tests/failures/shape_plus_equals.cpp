// exercise: 12_layer_norm
#include "layer_norm.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  Matrix Y = X;
  Y -= xt::mean(X, {0});
  Y += xt::ones<double>({X.shape(1) + 1, X.shape(0) + 2});  // HERE
  return Y;
}

}  // namespace softmark
