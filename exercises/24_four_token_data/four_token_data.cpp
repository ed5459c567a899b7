#include "four_token_data.hpp"

namespace softmark {

// Replace each `throw` by your code. Everything is drawn from `random`, passed on as it is.
FourTokens four_token_data(std::size_t count, std::size_t k,
                           [[maybe_unused]] std::mt19937& random) {
  // TODO 1: two distributions: a fair coin, and numbers uniform in [-1, 1).
  throw NotImplemented("TODO 1: distributions");

  Tensor3 X = xt::zeros<double>({count, std::size_t{4}, k});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    // TODO 2: tokens 0 and 3. A coin for each decides between +1 and -1, for all its features.
    throw NotImplemented("TODO 2: tokens 0 and 3");

    // TODO 3: tokens 1 and 2. Each feature is a number of its own.
    throw NotImplemented("TODO 3: tokens 1 and 2");

    // TODO 4: the label.
    throw NotImplemented("TODO 4: label");
  }
  return {X, y};
}

}  // namespace softmark
