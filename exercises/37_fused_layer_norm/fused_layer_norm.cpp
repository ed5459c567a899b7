#include "fused_layer_norm.hpp"

namespace softmark {

// Replace each `throw` by your code.
Rows fused_layer_norm(const Rows& X, [[maybe_unused]] double eps) {
  Rows output(X.shape(0), X.shape(1));
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    // TODO 1: one pass over row n: its mean and the sum of its squared deviations.
    throw NotImplemented("TODO 1: mean and squared deviations in one pass");

    // TODO 2: the normalised row.
    throw NotImplemented("TODO 2: the normalised row");
  }
  return output;
}

}  // namespace softmark
