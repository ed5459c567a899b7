// functional: one pure step, recursion over the remaining rows
#include "adam.hpp"

namespace softmark {
namespace {

struct Averager {
  double beta;

  Vector update(const Vector& old, const Vector& sample) const {
    return beta * old + (1.0 - beta) * sample;
  }
  Vector corrected(const Vector& average, double t) const {
    return average / -std::expm1(t * std::log(beta));
  }
};

constexpr Averager first{0.9};
constexpr Averager second{0.999};

AdamState step(const AdamState& old, const Vector& g, double lr) {
  const double t = old.steps + 1.0;
  const Vector m = first.update(old.m, g);
  const Vector v = second.update(old.v, xt::square(g));
  const Vector move = first.corrected(m, t) / (xt::sqrt(second.corrected(v, t)) + 1e-8);
  return {old.theta - lr * move, m, v, t};
}

AdamState descend(const AdamState& state, const Matrix& gradients, std::size_t from, double lr) {
  if (from == gradients.shape(0)) return state;
  return descend(step(state, xt::row(gradients, from), lr), gradients, from + 1, lr);
}

}  // namespace

AdamState adam(const AdamState& state, const Matrix& gradients, double lr) {
  return descend(state, gradients, 0, lr);
}

}  // namespace softmark
