#include "row_softmax.hpp"
#include <xtensor/xvectorize.hpp>
namespace softmark {
Matrix row_softmax(const Matrix& scores) {
  auto shifted_exp = xt::vectorize([](double s, double m) { return std::exp(s - m); });
  Matrix largest = xt::amax(scores, {1}, xt::keep_dims);
  Matrix e = shifted_exp(scores, largest);
  return e / xt::expand_dims(xt::sum(e, {1}), 1);
}
}
