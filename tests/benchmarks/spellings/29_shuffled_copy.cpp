// shuffle by sorting random keys, copy the data in that order, batches are contiguous ranges
#include "train_matching.hpp"

#include <xtensor/xsort.hpp>

namespace softmark {

MatchingTraining train_matching(bool use_positions, const MatchingModel& start, std::size_t count,
                                std::size_t epochs, std::size_t batch, double rate,
                                std::mt19937& random) {
  const auto V = static_cast<int>(start.table.shape(0));
  const auto L = start.positions.shape(0);
  MatchingData data = matching_data(L, count, V, random);
  std::uniform_real_distribution<double> key(0, 1);

  AdamState state;
  state.theta = flat(start);
  state.m = state.v = 0.0 * state.theta;
  state.steps = 0.0;

  Vector losses = xt::zeros<double>({epochs});
  const double weight = 1.0 / static_cast<double>(count);
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    Vector keys = xt::zeros<double>({count});
    std::generate(keys.begin(), keys.end(), [&] { return key(random); });
    const xt::xtensor<std::size_t, 1> order = xt::argsort(keys);
    const xt::xtensor<int, 2> sequences = xt::view(data.X, xt::keep(order), xt::all());
    const xt::xtensor<int, 1> labels = xt::view(data.y, xt::keep(order));

    std::size_t first = 0;
    while (first < count) {
      const std::size_t end = first + batch < count ? first + batch : count;
      auto part = xt::range(first, end);
      const MatchingModel model = unflat(state.theta, start);
      const xt::xtensor<int, 2> ids = xt::view(sequences, part, xt::all());
      const xt::xtensor<int, 1> y = xt::view(labels, part);

      Tensor3 X({end - first, L, start.table.shape(1)});
      for (std::size_t i = 0; i < end - first; ++i)
        xt::view(X, i) = embedding(model.table, xt::row(ids, static_cast<std::ptrdiff_t>(i)));
      if (use_positions) X = X + xt::view(model.positions, xt::newaxis(), xt::all(), xt::all());

      MatchingGradient step = matching_gradient(model, ids, X, y);
      losses(epoch) += weight * step.loss * static_cast<double>(end - first);
      if (not use_positions) step.gradient.positions = xt::zeros_like(start.positions);
      Vector g = flat(step.gradient);
      state = adam(state, xt::view(g, xt::newaxis(), xt::all()), rate);
      first = end;
    }
  }
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
