// Lengths are ints, as in many C++ courses.
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  const int rows = scores.shape(0), columns = scores.shape(1);
  Matrix weights({rows, columns});
  for (int i = 0; i < rows; ++i) {
    double largest = scores(i, 0), sum = 0;
    for (int j = 1; j < columns; ++j) largest = std::max(largest, scores(i, j));
    for (int j = 0; j < columns; ++j) sum += weights(i, j) = std::exp(scores(i, j) - largest);
    for (int j = 0; j < columns; ++j) weights(i, j) /= sum;
  }
  return weights;
}

}  // namespace softmark
