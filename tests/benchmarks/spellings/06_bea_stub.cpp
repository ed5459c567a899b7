// four lines with keep_dims
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  Matrix largest = xt::amax(scores, {1}, xt::keep_dims);
  record("largest scores", largest);

  Matrix exponentials = xt::exp(scores - largest);
  record("exponentials", exponentials);

  Matrix sums = xt::sum(exponentials, {1}, xt::keep_dims);
  record("sums", sums);

  Matrix weights = exponentials / sums;
  return weights;
}

}  // namespace softmark
