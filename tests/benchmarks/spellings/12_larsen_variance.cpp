// NumPy manner: mean, variance, newaxis, expand_dims
#include "layer_norm.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  Vector mu = xt::mean(X, {1});
  Vector var = xt::variance(X, {1});

  Matrix means = xt::view(mu, xt::all(), xt::newaxis());
  Matrix variances = xt::expand_dims(var, 1);
  record("means", means);
  record("variances", variances);

  Matrix normalized = (X - means) / xt::sqrt(variances + eps);
  record("normalized", normalized);
  return Matrix(gamma * normalized + beta);
}

}  // namespace softmark
