// the stub, each TODO in a few lines
#include "train_matching.hpp"

namespace softmark {

MatchingTraining train_matching(bool use_positions, const MatchingModel& start, std::size_t count,
                                std::size_t epochs, std::size_t batch, double rate,
                                std::mt19937& random) {
  const std::size_t V = start.table.shape(0);
  const std::size_t L = start.positions.shape(0);
  const std::size_t E = start.positions.shape(1);
  MatchingData data = matching_data(L, count, static_cast<int>(V), random);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});

  AdamState state;
  state.theta = flat(start);
  state.m = xt::zeros<double>({state.theta.size()});
  state.v = xt::zeros<double>({state.theta.size()});
  state.steps = 0;

  Vector losses = xt::zeros<double>({epochs});
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    std::shuffle(order.begin(), order.end(), random);

    for (std::size_t first = 0; first < count; first += batch) {
      std::size_t B = std::min(batch, count - first);
      MatchingModel model = unflat(state.theta, start);

      xt::xtensor<int, 2> ids = xt::zeros<int>({B, L});
      xt::xtensor<int, 1> y = xt::zeros<int>({B});
      Tensor3 X = xt::zeros<double>({B, L, E});
      for (std::size_t i = 0; i < B; ++i) {
        std::size_t which = order[first + i];
        xt::xtensor<int, 1> sequence = xt::view(data.X, which, xt::all());
        xt::view(ids, i, xt::all()) = sequence;
        y(i) = data.y(which);
        Matrix tokens = embedding(model.table, sequence);
        if (use_positions) tokens += model.positions;
        xt::view(X, i, xt::all(), xt::all()) = tokens;
      }

      MatchingGradient result = matching_gradient(model, ids, X, y);
      losses(epoch) += result.loss * static_cast<double>(B) / static_cast<double>(count);
      if (!use_positions) result.gradient.positions.fill(0);

      Vector g = flat(result.gradient);
      Matrix gradient = xt::zeros<double>({std::size_t(1), g.size()});
      xt::view(gradient, 0, xt::all()) = g;
      state = adam(state, gradient, rate);
    }
  }
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
