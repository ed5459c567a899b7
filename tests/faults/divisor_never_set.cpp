// exercise: 06_row_softmax
// says: it uses a value here that was never set
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  double temperature;
  Matrix A = scores / temperature;  // HERE
  // The largest element is the first to look at the NaN, which it does not make.
  Matrix exponentials = xt::exp(A - xt::amax(A, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

}  // namespace softmark
