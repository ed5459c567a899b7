#include "matching_data.hpp"

namespace softmark {

// Replace each `throw` by your code. Everything is drawn from `random`, passed on as it is.
MatchingData matching_data(std::size_t length, std::size_t count, [[maybe_unused]] int vocabulary,
                           [[maybe_unused]] std::mt19937& random) {
  // TODO 1: the distribution of one integer: 1 to vocabulary - 1, all equally probable.
  throw NotImplemented("TODO 1: distribution");

  xt::xtensor<int, 2> X = xt::zeros<int>({count, length});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    // TODO 2: the integers of sequence i, and its label.
    throw NotImplemented("TODO 2: integers and label");
  }
  return {X, y};
}

}  // namespace softmark
