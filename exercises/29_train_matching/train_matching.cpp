#include "train_matching.hpp"

namespace softmark {

// Replace each `throw` by your code.
MatchingTraining train_matching([[maybe_unused]] bool use_positions, const MatchingModel& start,
                                std::size_t count, std::size_t epochs, std::size_t batch,
                                [[maybe_unused]] double rate, std::mt19937& random) {
  const std::size_t V = start.table.shape(0);
  const std::size_t L = start.positions.shape(0);
  const std::size_t E = start.positions.shape(1);
  MatchingData data = matching_data(L, count, static_cast<int>(V), random);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});  // 0, 1, 2, ...

  // TODO 1: what Adam knows before the first step (exercise 20): the parameters, flat, and zeros.
  AdamState state;
  throw NotImplemented("TODO 1: Adam's state");

  Vector losses = xt::zeros<double>({epochs});
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    // TODO 2: a new order of the sequences.
    throw NotImplemented("TODO 2: order");

    for (std::size_t first = 0; first < count; first += batch) {
      // TODO 3: how many sequences this batch has, and the model as it is now.
      std::size_t B = batch;
      MatchingModel model;
      throw NotImplemented("TODO 3: size of the batch, present model");

      xt::xtensor<int, 2> ids = xt::zeros<int>({B, L});
      xt::xtensor<int, 1> y = xt::zeros<int>({B});
      Tensor3 X = xt::zeros<double>({B, L, E});
      for (std::size_t i = 0; i < B; ++i) {
        // TODO 4: sequence order[first + i] and its label, to place i of ids, X and y. In X, a
        // token is the embedding of its integer (exercise 04), plus its position where positions
        // are used.
        throw NotImplemented("TODO 4: batch");
      }

      // TODO 5: loss and gradient. The loss counts in its epoch with the share of its sequences.
      // Positions that are not used must not be learned.
      throw NotImplemented("TODO 5: gradient");

      // TODO 6: one step of Adam.
      throw NotImplemented("TODO 6: step");
    }
  }
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
