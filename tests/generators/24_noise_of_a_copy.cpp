// draws the signs from the generator, and the noise from a copy that std::bind keeps
// exercise: 24_four_token_data
// verdict: wrong_value
// says: numbers drawn from the generator: 34672, expected at least 104016

#include "four_token_data.hpp"

#include <functional>

namespace softmark {

FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  std::uniform_int_distribution<int> coin(0, 1);
  auto noise = std::bind(std::uniform_real_distribution<double>(-1.0, 1.0), random);
  Tensor3 X = xt::zeros<double>({count, std::size_t{4}, k});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    const double first = coin(random) == 1 ? 1.0 : -1.0;
    const double last = coin(random) == 1 ? 1.0 : -1.0;
    for (std::size_t f = 0; f < k; ++f) {
      X(i, 0, f) = first;
      X(i, 1, f) = noise();
      X(i, 2, f) = noise();
      X(i, 3, f) = last;
    }
    y(i) = first != last ? 1 : 0;
  }
  return {X, y};
}

}  // namespace softmark
