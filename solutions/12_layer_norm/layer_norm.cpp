#include "layer_norm.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  Matrix means = xt::mean(X, {1}, xt::keep_dims);  // (N, 1)
  record("means", means);
  Matrix centered = X - means;  // (N, E)
  record("centered", centered);

  Matrix variances = xt::mean(centered * centered, {1}, xt::keep_dims);  // (N, 1)
  record("variances", variances);

  Matrix normalized = centered / xt::sqrt(variances + eps);  // (N, E)
  record("normalized", normalized);

  return normalized * gamma + beta;  // (N, E)
}

}  // namespace softmark
