// exercise: 12_layer_norm
// says: it uses a value here that was never set
#include "layer_norm.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  double sum;
  for (std::size_t j = 0; j < X.shape(1); ++j) sum += X(0, j);  // HERE
  return (X - sum) * gamma + beta + eps;
}

}  // namespace softmark
