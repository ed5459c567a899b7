#include "adam.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Vector): they show the shapes.
AdamState adam(const AdamState& state, const Matrix& gradients, [[maybe_unused]] double lr) {
  [[maybe_unused]] const double beta1 = 0.9;
  [[maybe_unused]] const double beta2 = 0.999;
  [[maybe_unused]] const double eps = 1e-8;

  AdamState now = state;  // a copy, which the steps change
  for (std::size_t s = 0; s < gradients.shape(0); ++s) {
    Vector g = xt::view(gradients, s, xt::all());  // (P)

    // TODO 1: count this step, then bring both moments, now.m and now.v, up to date.
    throw NotImplemented("TODO 1: steps and moments");
    record("count of steps", now.steps);
    record("first moment", now.m);
    record("second moment", now.v);

    // TODO 2: the moments divided by what they lack, since they began at zero. now.m and now.v
    // stay as they are.
    Vector mean;    // (P)
    Vector square;  // (P)
    throw NotImplemented("TODO 2: corrected moments");
    record("corrected first moment", mean);
    record("corrected second moment", square);

    // TODO 3: the new parameters.
    throw NotImplemented("TODO 3: parameters");
    record("parameters", now.theta);
  }
  return now;
}

}  // namespace softmark
