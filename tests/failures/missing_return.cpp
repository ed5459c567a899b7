// exercise: 06_row_softmax
#include "row_softmax.hpp"

namespace softmark {

double total(const Matrix& S) {  // HERE
  double sum = 0;
  for (double s : S) sum += s;
  if (sum < -1e300) return sum;
}

Matrix row_softmax(const Matrix& scores) { return scores / total(scores); }

}  // namespace softmark
