#include "train_counting.hpp"

namespace softmark {

CountingTraining train_counting(const CountingModel& start, std::size_t steps, std::size_t batch,
                                double rate, std::mt19937& random) {
  Vector parameters = flat(start);
  AdamState state{parameters, 0.0 * parameters, 0.0 * parameters, 0};

  Vector losses = xt::zeros<double>({steps});
  for (std::size_t step = 0; step < steps; ++step) {
    CountingData data = counting_data(batch, random);
    CountingModel model = unflat(state.theta, start);
    LossAndGradient now = counting_gradient(data.X, data.y, model);
    losses(step) = now.loss;

    Matrix gradients = xt::zeros<double>({std::size_t{1}, parameters.size()});
    xt::view(gradients, 0, xt::all()) = flat(now.gradient);
    state = adam(state, gradients, rate);
  }
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
