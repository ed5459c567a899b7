// draws from a generator that it keeps between calls
// exercise: 24_four_token_data
// verdict: wrong_value
// says: kept between calls

#include "four_token_data.hpp"
namespace softmark {
FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  static std::mt19937 mine(random());
  std::uniform_int_distribution<int> coin(0, 1);
  std::uniform_real_distribution<double> noise(-1.0, 1.0);
  Tensor3 X = xt::zeros<double>({count, std::size_t{4}, k});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    const double a = coin(mine) ? 1 : -1;
    const double b = coin(mine) ? 1 : -1;
    for (std::size_t f = 0; f < k; ++f) {
      X(i, 0, f) = a;
      X(i, 3, f) = b;
      X(i, 1, f) = noise(mine);
      X(i, 2, f) = noise(mine);
    }
    y(i) = a != b;
  }
  return {X, y};
}
}  // namespace softmark
