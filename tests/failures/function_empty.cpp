// exercise: 06_row_softmax
#include "row_softmax.hpp"

#include <functional>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  std::function<double(double)> f;
  Matrix W = scores;
  for (double& w : W) w = f(w);  // HERE
  return W;
}

}  // namespace softmark
