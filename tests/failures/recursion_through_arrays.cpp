// exercise: 06_row_softmax
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  if (scores(0, 0) == scores(0, 0)) {  // HERE
    Matrix shifted = scores - 1.0;     // HERE
    return row_softmax(shifted);       // HERE
  }
  return scores;
}

}  // namespace softmark
