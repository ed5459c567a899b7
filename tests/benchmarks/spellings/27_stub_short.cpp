// the stub, short and plain
#include "train_counting.hpp"

namespace softmark {

CountingTraining train_counting(const CountingModel& start, std::size_t steps, std::size_t batch,
                                double rate, std::mt19937& random) {
  AdamState state;
  state.theta = flat(start);
  state.m = xt::zeros_like(state.theta);
  state.v = xt::zeros_like(state.theta);
  state.steps = 0;

  Vector losses = xt::zeros<double>({steps});
  for (std::size_t step = 0; step < steps; ++step) {
    CountingData data = counting_data(batch, random);
    CountingModel model = unflat(state.theta, start);

    LossAndGradient result = counting_gradient(data.X, data.y, model);
    losses(step) = result.loss;

    Matrix gradient = xt::expand_dims(flat(result.gradient), 0);
    state = adam(state, gradient, rate);
  }
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
