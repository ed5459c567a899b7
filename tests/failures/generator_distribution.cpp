// exercise: 24_four_token_data
#include "four_token_data.hpp"

namespace softmark {

FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  FourTokens data{xt::zeros<double>({count, std::size_t(4), k}), xt::zeros<int>({count})};
  std::uniform_real_distribution<double> noise(-1.0, 1.0);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t t = 1; t <= 4; ++t)
      for (std::size_t j = 0; j < k; ++j) data.X(i, t, j) = noise(random);  // HERE
  return data;
}

}  // namespace softmark
