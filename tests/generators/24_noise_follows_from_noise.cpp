// the second noise token is made of the digits of the first
// exercise: 24_four_token_data
// verdict: wrong_value
// mistake: own_noise

#include "four_token_data.hpp"

#include <algorithm>

namespace softmark {

FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  std::uniform_int_distribution<int> coin(0, 1);
  std::uniform_real_distribution<double> noise(-1.0, 1.0);
  Tensor3 X = xt::zeros<double>({count, std::size_t{4}, k});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    const double first = coin(random) == 1 ? 1.0 : -1.0;
    const double last = coin(random) == 1 ? 1.0 : -1.0;
    for (std::size_t f = 0; f < k; ++f) {
      X(i, 0, f) = first;
      X(i, 1, f) = noise(random);
      X(i, 2, f) = noise(random);
      X(i, 3, f) = last;
    }
    y(i) = first != last ? 1 : 0;
    for (std::size_t f = 0; f < k; ++f) {
      const double many = 300 * X(i, 1, f);
      X(i, 2, f) = 2 * (many - std::floor(many)) - 1;
    }
  }
  return {X, y};
}

}  // namespace softmark
