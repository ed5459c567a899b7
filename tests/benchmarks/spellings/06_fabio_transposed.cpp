// transposes, so that plain reducers broadcast, and transposes back
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  Matrix S = xt::transpose(scores);              // (M, N)
  Vector largest = xt::amax(S, {0});             // (N)
  Matrix E = xt::exp(S - largest);
  Vector sums = xt::sum(E, {0});
  E /= sums;
  return xt::transpose(E);
}

}  // namespace softmark
