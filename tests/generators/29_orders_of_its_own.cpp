// The data come from the given generator, the orders from another.
// exercise: 29_train_matching
// verdict: wrong_value
// says: numbers drawn from the generator: 280, expected at least 340

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

  std::mt19937 own(7);
  Vector parameters = flat(start);
  AdamState state{parameters, 0.0 * parameters, 0.0 * parameters, 0};
  Vector losses = xt::zeros<double>({epochs});
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    std::shuffle(order.begin(), order.end(), own);
    for (std::size_t first = 0; first < count; first += batch) {
      const std::size_t B = std::min(batch, count - first);
      MatchingModel model = unflat(state.theta, start);
      xt::xtensor<int, 2> ids = xt::zeros<int>({B, L});
      xt::xtensor<int, 1> y = xt::zeros<int>({B});
      Tensor3 X = xt::zeros<double>({B, L, E});
      for (std::size_t i = 0; i < B; ++i) {
        const std::size_t which = order[first + i];
        xt::xtensor<int, 1> sequence = xt::view(data.X, which, xt::all());  // (L)
        Matrix tokens = embedding(model.table, sequence);                   // (L, E)
        if (use_positions) tokens += model.positions;
        xt::view(ids, i, xt::all()) = sequence;
        xt::view(X, i, xt::all(), xt::all()) = tokens;
        y(i) = data.y(which);
      }

      MatchingGradient now = matching_gradient(model, ids, X, y);
      if (!use_positions) now.gradient.positions.fill(0.0);
      losses(epoch) += now.loss * B / count;

      Matrix gradients = xt::zeros<double>({std::size_t{1}, parameters.size()});
      xt::view(gradients, 0, xt::all()) = flat(now.gradient);
      state = adam(state, gradients, rate);
    }
  }
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
