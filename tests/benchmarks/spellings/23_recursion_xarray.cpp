// xarray all the way, targets with isclose on a range, recursion over the steps
#include "sgd_momentum.hpp"

#include <xtensor/xarray.hpp>

#include <functional>

namespace softmark {

using Array = xt::xarray<double>;

Training sgd_momentum(const Matrix& X, const xt::xtensor<int, 1>& y, const Linear& start, double lr,
                      double momentum, std::size_t steps) {
  const double N = static_cast<double>(X.shape()[0]);
  const Array tokens = X;
  const Array classes = xt::arange<double>(2.0);
  const Array labels = xt::reshape_view(xt::cast<double>(y), {y.size(), std::size_t{1}});
  const Array targets = xt::where(xt::isclose(labels, classes), 1.0, 0.0);
  Array losses = xt::zeros<double>({steps});

  std::function<Linear(std::size_t, Array, Array, Array, Array)> go =
      [&](std::size_t i, Array W, Array b, Array vW, Array vb) -> Linear {
    if (i == steps) return {W, b};
    Array z = xt::linalg::dot(tokens, xt::transpose(W)) + b;
    Array m = xt::amax(z, {1}, xt::keep_dims);
    Array lp = z - m - xt::log(xt::sum(xt::exp(z - m), {1}, xt::keep_dims));
    losses(i) = -xt::sum(targets * lp, xt::evaluation_strategy::immediate)() / N;
    Array errors = (xt::exp(lp) - targets) / N;
    Array new_vW = momentum * vW + xt::linalg::dot(xt::transpose(errors), tokens);
    Array new_vb = momentum * vb + xt::sum(errors, {0});
    return go(i + 1, W - lr * new_vW, b - lr * new_vb, new_vW, new_vb);
  };
  const Linear layer =
      go(0, start.W, start.b, xt::zeros_like(start.W), xt::zeros_like(start.b));
  return {layer, losses};
}

}  // namespace softmark
