// parameter by parameter: the loops swapped, scalars only, powers by multiplication
#include "adam.hpp"

namespace softmark {

AdamState adam(const AdamState& state, const Matrix& gradients, double lr) {
  const std::size_t S = gradients.shape(0);
  const std::size_t P = state.theta.size();
  AdamState now{state.theta, state.m, state.v, state.steps + static_cast<double>(S)};

  const double start1 = std::pow(0.9, state.steps), start2 = std::pow(0.999, state.steps);
  for (std::size_t p = 0; p < P; ++p) {
    double theta = state.theta[p], m = state.m[p], v = state.v[p];
    double power1 = start1, power2 = start2;
    for (std::size_t s = 0; s < S; ++s) {
      const double g = gradients(s, p);
      m += (1 - 0.9) * (g - m);
      v += (1 - 0.999) * (g * g - v);
      power1 *= 0.9;
      power2 *= 0.999;
      theta -= lr * (m / (1 - power1)) / (std::sqrt(v / (1 - power2)) + 1e-8);
    }
    now.theta[p] = theta;
    now.m[p] = m;
    now.v[p] = v;
  }
  return now;
}

}  // namespace softmark
