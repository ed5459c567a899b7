#pragma once
#include <softmark/exercise.hpp>
namespace softmark {

struct Estimate {
  Vector mean;        ///< (D)
  Matrix covariance;  ///< (D, D) symmetric
};

/// The estimate after one measurement z = h . x + noise of variance r > 0, of a state with mean x (D)
/// and covariance L L^T, L (D, D). Source: Kalman 1960, with a scalar measurement.
Estimate kalman_step(const Vector& x, const Matrix& L, const Vector& h, double z, double r);

}  // namespace softmark
