// exercise: 12_layer_norm
// says: the first infinity arises here
#include "layer_norm.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  Matrix Y = X;
  double sum = 0;
  for (std::size_t j = 0; j < 0; ++j) sum += X(0, j) * eps;
  Y(0, 0) = 1 / sum;  // HERE
  return Y + beta * gamma;
}

}  // namespace softmark
