// exercise: 06_row_softmax
// says: after the block that it belongs to has ended
#include "row_softmax.hpp"

#include <cmath>
#include <ctime>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  Matrix A = scores;
  const double* largest = nullptr;
  for (std::size_t i = 0; i < A.shape(0); ++i) {
    double value = std::exp(A(i, 0)) * static_cast<double>(clock());
    largest = &value;
  }
  A(0, 0) = *largest;  // HERE
  return A;
}

}  // namespace softmark
