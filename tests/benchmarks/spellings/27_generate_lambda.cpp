// functional: std::generate fills the losses with a mutable step function
#include "train_counting.hpp"

#include <algorithm>
#include <functional>

namespace softmark {

CountingTraining train_counting(const CountingModel& start, std::size_t steps, std::size_t batch,
                                double rate, std::mt19937& random) {
  const Vector theta = flat(start);
  AdamState state{theta, 0. * theta, 0. * theta, 0};

  const std::function<CountingModel()> now = [&] { return unflat(state.theta, start); };
  const auto step = [&]() -> double {
    const CountingData d = counting_data(batch, random);
    const LossAndGradient lg = counting_gradient(d.X, d.y, now());
    const Vector g = flat(lg.gradient);
    state = adam(state, xt::reshape_view(g, {std::size_t{1}, g.size()}), rate);
    return lg.loss;
  };

  std::vector<double> curve(steps);
  std::generate(curve.begin(), curve.end(), step);

  Vector losses = Vector::from_shape({steps});
  std::copy(curve.cbegin(), curve.cend(), losses.begin());
  return {now(), losses};
}

}  // namespace softmark
