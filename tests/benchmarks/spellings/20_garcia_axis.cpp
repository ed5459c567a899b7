// axis iterators over the steps, vectorised scalar function, checks with exceptions
#include "adam.hpp"

#include <xtensor/xaxis_iterator.hpp>
#include <xtensor/xvectorize.hpp>

#include <stdexcept>

namespace softmark {

AdamState adam(const AdamState& state, const Matrix& gradients, double lr) {
  if (gradients.shape(1) != state.theta.size()) throw std::invalid_argument("gradients");
  if (xt::any(xt::isnan(gradients))) throw std::domain_error("NaN in a gradient");

  AdamState now = state;
  const xt::xarray<double> steps = gradients;  // axis iterators want dynamic dimensions
  const auto end = xt::axis_end(steps, 0);
  for (auto row = xt::axis_begin(steps, 0); row != end; ++row) {
    const double t = ++now.steps;
    const double c1 = 1 - std::pow(0.9, t), c2 = 1 - std::pow(0.999, t);
    auto blend = xt::vectorize([](double beta, double old, double g) { return beta * old + (1 - beta) * g; });
    auto change = xt::vectorize([=](double m, double v) { return lr * (m / c1) / (std::sqrt(v / c2) + 1e-8); });

    const Vector g = *row;
    now.m = Vector(blend(0.9, now.m, g));
    now.v = Vector(blend(0.999, now.v, g * g));
    now.theta -= change(now.m, now.v);
  }
  return now;
}

}  // namespace softmark
