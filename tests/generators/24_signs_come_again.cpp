// the first coins come again after 4096 sequences
// exercise: 24_four_token_data
// verdict: wrong_value
// mistake: independent_sequences

#include "four_token_data.hpp"

#include <algorithm>

namespace softmark {

FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  std::uniform_int_distribution<int> coin(0, 1);
  std::uniform_real_distribution<double> noise(-1.0, 1.0);
  Tensor3 X = xt::zeros<double>({count, std::size_t{4}, k});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    const double first = i < 4096 ? 2.0 * coin(random) - 1.0 : X(i - 4096, 0, 0);
    const double last = coin(random) == 1 ? 1.0 : -1.0;
    for (std::size_t f = 0; f < k; ++f) {
      X(i, 0, f) = first;
      X(i, 1, f) = noise(random);
      X(i, 2, f) = noise(random);
      X(i, 3, f) = last;
    }
    y(i) = first != last ? 1 : 0;
  }
  return {X, y};
}

}  // namespace softmark
