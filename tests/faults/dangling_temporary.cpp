// exercise: 12_layer_norm
// says: it reads 8 bytes of a
#include "layer_norm.hpp"

namespace softmark {

const Matrix& centre(const Matrix& X) {
  const Matrix& result = Matrix(X - 1.0);
  return result;
}

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  const Matrix& centred = centre(X);
  return centred * gamma + beta + eps;  // HERE
}

}  // namespace softmark
