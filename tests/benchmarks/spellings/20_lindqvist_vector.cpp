// the stub filled in, vector arithmetic
#include "adam.hpp"

namespace softmark {

AdamState adam(const AdamState& state, const Matrix& gradients, double lr) {
  const double beta1 = 0.9;
  const double beta2 = 0.999;
  const double eps = 1e-8;

  AdamState now = state;
  for (std::size_t s = 0; s < gradients.shape(0); ++s) {
    Vector g = xt::view(gradients, s, xt::all());

    now.steps += 1;
    now.m = beta1 * now.m + (1 - beta1) * g;
    now.v = beta2 * now.v + (1 - beta2) * g * g;
    record("first moment", now.m);
    record("second moment", now.v);

    Vector mean = now.m / (1 - std::pow(beta1, now.steps));
    Vector square = now.v / (1 - std::pow(beta2, now.steps));
    record("corrected first moment", mean);
    record("corrected second moment", square);

    now.theta -= lr * mean / (xt::sqrt(square) + eps);
  }
  return now;
}

}  // namespace softmark
