// NumPy habits: axis -1, EVS tuples, immediate evaluation, reshape of the reduced vector
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  Matrix largest = xt::amax(scores, {-1}, xt::keep_dims | xt::evaluation_strategy::immediate);
  Matrix shifted = scores - largest;
  Matrix exponentials = xt::exp(shifted);
  Vector sums = xt::sum(exponentials, -1, xt::evaluation_strategy::immediate);
  return exponentials / xt::reshape_view(sums, {sums.size(), std::size_t(1)});
}

}  // namespace softmark
