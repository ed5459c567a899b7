// exercise: 12_layer_norm
// says: it writes 8 bytes right behind a block of
#include "layer_norm.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  const std::size_t D = X.shape(1);
  double* mean = new double[D];
  for (std::size_t j = 0; j <= D + 4; ++j) mean[j] = eps;  // HERE
  double* other = new double[D];
  other[0] = mean[0];
  delete[] other;
  delete[] mean;
  return X + gamma + beta;
}

}  // namespace softmark
