// exercise: 12_layer_norm
// says: it writes 8 bytes right behind the variable squares, which has 32 bytes
#include "layer_norm.hpp"

namespace softmark {

void fill(double* values, std::size_t count, double value) {
  for (std::size_t i = 0; i < count; ++i) values[i] = value;  // HERE
}

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  double squares[4];
  fill(squares, 400000, eps);
  return X * squares[0] + gamma + beta;
}

}  // namespace softmark
