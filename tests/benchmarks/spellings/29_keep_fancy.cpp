// NumPy fancy indexing: xt::keep picks the batch, xt::random::permutation-like shuffle
#include "train_matching.hpp"

#include <xtensor/xadapt.hpp>
#include <xtensor/xrandom.hpp>

namespace softmark {

MatchingTraining train_matching(bool use_positions, const MatchingModel& start, std::size_t count,
                                std::size_t epochs, std::size_t batch, double rate,
                                std::mt19937& random) {
  const std::size_t L = start.positions.shape(0), E = start.positions.shape(1);
  const auto data =
      matching_data(L, count, static_cast<int>(start.table.shape(0)), random);

  const Vector theta = flat(start);
  AdamState state{theta, xt::zeros_like(theta), xt::zeros_like(theta), 0};

  Vector losses = xt::zeros<double>({epochs});
  xt::xtensor<std::size_t, 1> order = xt::arange<std::size_t>(count);
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    xt::random::shuffle(order, random);
    double sum = 0;
    for (std::size_t first = 0; first < count; first += batch) {
      const std::size_t last = std::min(first + batch, count);
      const std::vector<std::size_t> chosen(order.begin() + static_cast<std::ptrdiff_t>(first),
                                            order.begin() + static_cast<std::ptrdiff_t>(last));
      const MatchingModel model = unflat(state.theta, start);

      const xt::xtensor<int, 2> ids = xt::view(data.X, xt::keep(chosen), xt::all());
      const xt::xtensor<int, 1> y = xt::view(data.y, xt::keep(chosen));
      // all tokens of the batch in one long row, one embedding, back to (B, L, E)
      const xt::xtensor<int, 1> all_ids = xt::flatten(ids);
      Tensor3 X = xt::reshape_view(embedding(model.table, all_ids), {chosen.size(), L, E});
      if (use_positions) X += model.positions;

      auto [loss, gradient] = matching_gradient(model, ids, X, y);
      sum += loss * static_cast<double>(chosen.size());
      if (!use_positions) gradient.positions *= 0;
      state = adam(state, xt::atleast_2d(flat(gradient)), rate);
    }
    losses(epoch) = sum / static_cast<double>(count);
  }
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
