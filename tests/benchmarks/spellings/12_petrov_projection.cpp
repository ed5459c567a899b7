// linear algebra: centering matrix I - 1/E, diag(gamma), norms of rows
#include "layer_norm.hpp"

#include <xtensor/xnorm.hpp>

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  const auto N = X.shape(0);
  const auto E = X.shape(1);
  const double e = static_cast<double>(E);

  // C = I - 11'/E is symmetric and takes the mean away from every row
  Matrix C = xt::eye<double>(E) - xt::ones<double>({E, E}) / e;
  Matrix centered = xt::linalg::dot(X, C);
  record("centered", centered);

  Matrix D = xt::zeros<double>({N, N});
  for (std::size_t n = 0; n < N; ++n) {
    Vector token = xt::row(centered, static_cast<std::ptrdiff_t>(n));
    const double length = xt::norm_l2(token)();
    D(n, n) = 1.0 / std::sqrt(length * length / e + eps);
  }

  Matrix normalized = xt::linalg::dot(D, centered);
  record("normalized", normalized);

  Matrix G = xt::diag(gamma);
  Matrix result = xt::linalg::dot(normalized, G);
  Matrix ones = xt::ones<double>({N, std::size_t(1)});
  result += xt::linalg::dot(ones, xt::expand_dims(beta, 0));
  return result;
}

}  // namespace softmark
