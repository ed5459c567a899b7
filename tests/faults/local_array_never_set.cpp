// exercise: 06_row_softmax
// says: it uses a value here that was never set
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  double sums[4];
  Matrix A = scores;
  for (std::size_t j = 0; j < A.shape(1); ++j) sums[j % 4] += A(0, j);  // HERE
  A(0, 0) = sums[0] + sums[1];
  return A;
}

}  // namespace softmark
