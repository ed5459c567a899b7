// moments together as a matrix of two rows, betas as a column, STL transform for the step
#include "adam.hpp"

#include <algorithm>
#include <iterator>

namespace softmark {

AdamState adam(const AdamState& state, const Matrix& gradients, double lr) {
  const xt::xtensor_fixed<double, xt::xshape<2, 1>> beta{{0.9}, {0.999}};

  Matrix moments = xt::stack(xt::xtuple(state.m, state.v), 0);  // (2, P)
  AdamState now = state;
  for (std::size_t s = 0; s < gradients.shape(0); ++s) {
    now.steps += 1.0;
    Matrix samples = xt::stack(xt::xtuple(xt::row(gradients, s), xt::square(xt::row(gradients, s))));
    moments = xt::eval(beta * moments + (1.0 - beta) * samples);

    Matrix hats = moments / (1.0 - xt::pow(beta, now.steps));
    const double* mean = &hats(0, 0);
    const double* square = &hats(1, 0);
    std::transform(now.theta.cbegin(), now.theta.cend(), now.theta.begin(), [&](double theta) {
      return theta - lr * *mean++ / (std::sqrt(*square++) + 1e-8);
    });
  }
  now.m = xt::row(moments, 0);
  now.v = xt::row(moments, 1);
  return now;
}

}  // namespace softmark
