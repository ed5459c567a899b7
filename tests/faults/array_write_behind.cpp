// exercise: 06_row_softmax
// says: outside of an array of type
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  double sums[2];
  Matrix A = scores;
  for (std::size_t i = 0; i < 5000; ++i) sums[i] = 1;  // HERE
  A(0, 0) = sums[0];
  return A;
}

}  // namespace softmark
