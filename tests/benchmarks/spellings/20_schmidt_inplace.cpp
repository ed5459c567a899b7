// compound assignment in place, lazy auto for the corrections, std::pow of a counted step
#include "adam.hpp"

namespace softmark {

AdamState adam(const AdamState& state, const Matrix& gradients, double lr) {
  constexpr double b1 = 0.9, b2 = 0.999;
  auto [theta, m, v, t] = state;
  for (std::ptrdiff_t s = 0; s < static_cast<std::ptrdiff_t>(gradients.shape(0)); ++s) {
    auto g = xt::row(gradients, s);
    t++;
    m *= b1;
    m += (1 - b1) * g;
    v *= b2;
    v += (1 - b2) * xt::pow<2>(g);
    record("first moment", m);
    record("second moment", v);
    auto mhat = m / (1 - std::pow(b1, t));
    auto vhat = v / (1 - std::pow(b2, t));
    theta -= lr * mhat / (xt::sqrt(vhat) + 1e-8);
  }
  return AdamState{theta, m, v, t};
}

}  // namespace softmark
