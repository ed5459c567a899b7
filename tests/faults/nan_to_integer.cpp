// exercise: 12_layer_norm
// says: which cannot hold it
#include "layer_norm.hpp"

#include <cmath>

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  const double mean = std::log(-1.0 - eps);
  const std::size_t place = static_cast<std::size_t>(mean);  // HERE
  Matrix Y = X * gamma + beta;
  Y.data()[place] = 1;
  return Y;
}

}  // namespace softmark
