// exercise: 12_layer_norm
// says: the first NaN arises here
#include "layer_norm.hpp"

#include <cmath>

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  Matrix Y = X;
  const double variance = -1 - eps;
  for (double& value : Y) value = value / std::sqrt(variance);  // HERE
  return Y + beta * gamma;
}

}  // namespace softmark
