// exercise: 06_row_softmax
// says: no new or malloc returned this address
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  double sum = scores(0, 0);
  double* place = &sum;
  delete place;  // HERE
  return scores;
}

}  // namespace softmark
