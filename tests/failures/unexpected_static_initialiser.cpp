// exercise: 12_layer_norm
#include "layer_norm.hpp"

#include <string>

namespace softmark {

const double factor = std::stod("");  // HERE

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  return X * factor;
}

}  // namespace softmark
