// exercise: 06_row_softmax
// options: --time-limit 1
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  Matrix W = scores;
  for (int n = 0; n < 10;) {              // HERE
    W = xt::exp(W) - xt::exp(W * W + W);  // HERE
  }
  return W;
}

}  // namespace softmark
