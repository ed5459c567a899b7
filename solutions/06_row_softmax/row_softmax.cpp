#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  Matrix largest = xt::amax(scores, {1}, xt::keep_dims);  // (N, 1)
  record("largest scores", largest);

  Matrix exponentials = xt::exp(scores - largest);  // (N, M): at most 1, and 1 once in every row
  record("exponentials", exponentials);

  Matrix sums = xt::sum(exponentials, {1}, xt::keep_dims);  // (N, 1)
  record("sums", sums);

  return exponentials / sums;  // (N, M): every row sums to one
}

}  // namespace softmark
