#include "counting_data.hpp"

namespace softmark {

// Replace each `throw` by your code. Everything is drawn from `random`, passed on as it is.
CountingData counting_data(std::size_t count, [[maybe_unused]] std::mt19937& random) {
  // TODO 1: the distribution of one integer: 0 to 9, all equally probable.
  throw NotImplemented("TODO 1: distribution");

  xt::xtensor<int, 2> X = xt::zeros<int>({count, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    // TODO 2: draw the ten integers of sequence i, and count its 2s and its 4s.
    throw NotImplemented("TODO 2: integers");

    // TODO 3: the label of sequence i.
    throw NotImplemented("TODO 3: label");
  }
  return {X, y};
}

}  // namespace softmark
