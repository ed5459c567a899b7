// exercise: 06_row_softmax
// says: outside of an array of type
#include "row_softmax.hpp"

#include <cmath>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  double sums[3];
  for (std::size_t i = 0; i < 3; ++i) sums[i] = 0;
  Matrix A = scores;
  for (std::size_t i = 0; i < A.shape(0) + 3; ++i) A(0, 0) += sums[i];  // HERE
  return A / std::sqrt(-1.0);
}

}  // namespace softmark
