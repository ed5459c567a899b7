#include "kalman_step.hpp"

#include <xtensor-blas/xlinalg.hpp>

namespace softmark {

Estimate kalman_step([[maybe_unused]] const Vector& x, [[maybe_unused]] const Matrix& L,
                     [[maybe_unused]] const Vector& h, [[maybe_unused]] double z,
                     [[maybe_unused]] double r) {
  // TODO 1: the covariance, from its root.
  Matrix P = xt::linalg::dot(L, xt::transpose(L));  // (D, D)
  record("prior covariance", P);

  // TODO 2: the variance of the measurement.
  double s = xt::sum(h * xt::linalg::dot(P, h))() + r;
  record("variance", s);

  // TODO 3: the gain.
  Vector g = xt::linalg::dot(P, h) / s;  // (D)
  record("gain", g);

  // TODO 4: mean and covariance after the measurement.
  return {x + g * (z - xt::sum(h * x)()), P - s * xt::linalg::outer(g, g)};
}

}  // namespace softmark
