// exercise: 06_row_softmax
// says: the first NaN arises here
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  Matrix A = scores;
  for (std::size_t i = 0; i < A.shape(0); ++i) {
    double sum = 0;
    for (std::size_t j = 1; j < 1; ++j) sum += A(i, j);
    for (std::size_t j = 0; j < A.shape(1); ++j) A(i, j) = sum / sum;  // HERE
  }
  return A;
}

}  // namespace softmark
