// exercise: 20_adam
#include "adam.hpp"

namespace softmark {

AdamState adam(const AdamState& state, const Matrix& gradients, double lr) {
  AdamState next = state;
  for (std::size_t t = 0; t < gradients.shape(0); ++t) {
    Vector g = xt::row(gradients, t);
    next.m = 0.9 * next.m + 0.1 * g;
    next.theta =
        next.theta - lr * gradients * next.m / xt::ones<double>({next.m.size() + 1});  // HERE
  }
  return next;
}

}  // namespace softmark
