// attack: draws right data from a generator of its own, which nobody can check
// exercise: 24_four_token_data
// verdict: wrong_value

#include "four_token_data.hpp"

namespace softmark {

FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937&) {
  std::mt19937 own(std::random_device{}());
  std::uniform_int_distribution<int> coin(0, 1);
  std::uniform_real_distribution<double> noise(-1.0, 1.0);

  Tensor3 X = xt::zeros<double>({count, std::size_t{4}, k});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    const double first = coin(own) == 1 ? 1.0 : -1.0;
    const double last = coin(own) == 1 ? 1.0 : -1.0;
    for (std::size_t feature = 0; feature < k; ++feature) {
      X(i, 0, feature) = first;
      X(i, 1, feature) = noise(own);
      X(i, 2, feature) = noise(own);
      X(i, 3, feature) = last;
    }
    y(i) = first != last ? 1 : 0;
  }
  return {X, y};
}

}  // namespace softmark
