#include "adam.hpp"

namespace softmark {

AdamState adam(const AdamState& state, const Matrix& gradients, double lr) {
  const double beta1 = 0.9;
  const double beta2 = 0.999;
  const double eps = 1e-8;

  AdamState now = state;
  for (std::size_t s = 0; s < gradients.shape(0); ++s) {
    Vector g = xt::view(gradients, s, xt::all());  // (P)
    Vector squares = g * g;                        // (P)

    now.steps += 1;
    record("count of steps", now.steps);

    now.m = beta1 * now.m + (1 - beta1) * g;
    now.v = beta2 * now.v + (1 - beta2) * squares;
    record("first moment", now.m);
    record("second moment", now.v);

    Vector mean = now.m / (1 - std::pow(beta1, now.steps));    // (P)
    Vector square = now.v;  // (P)
    record("corrected first moment", mean);
    record("corrected second moment", square);

    now.theta -= lr * mean / xt::sqrt(square + eps);
    record("parameters", now.theta);
  }
  return now;
}

}  // namespace softmark
