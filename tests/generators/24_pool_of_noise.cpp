// noise from a pool of 500 rows
// exercise: 24_four_token_data
// verdict: wrong_value
// mistake: many_values

#include "four_token_data.hpp"
namespace softmark {
FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  std::uniform_int_distribution<int> coin(0, 1);
  std::uniform_real_distribution<double> noise(-1.0, 1.0);
  Matrix pool = xt::zeros<double>({std::size_t(500), k});
  for (double& value : pool) value = noise(random);
  Tensor3 X = xt::zeros<double>({count, std::size_t{4}, k});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    const double a = coin(random) ? 1 : -1;
    const double b = coin(random) ? 1 : -1;
    for (std::size_t f = 0; f < k; ++f) {
      X(i, 0, f) = a;
      X(i, 3, f) = b;
      X(i, 1, f) = noise(random);
      X(i, 2, f) = pool(i % 500, f);
    }
    y(i) = a != b;
  }
  return {X, y};
}
}  // namespace softmark
