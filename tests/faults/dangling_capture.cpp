// exercise: 07_context_vectors
// says: has ended
#include "context_vectors.hpp"

#include <cmath>

namespace softmark {

auto scaler(const Matrix& X) {
  double factor = std::sqrt(X(0, 0));
  return [&factor](double value) { return value * factor; };  // HERE
}

Matrix context_vectors(const Matrix& X) {
  const auto scale = scaler(X);
  Matrix Y = X;
  for (double& value : Y) value = scale(value);
  return Y;
}

}  // namespace softmark
