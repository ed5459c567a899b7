// an integer that is neither 2 nor 4 tells the label of the sequence before
// exercise: 25_counting_data
// verdict: wrong_value
// mistake: labels_not_told

#include "counting_data.hpp"

#include <algorithm>

namespace softmark {

CountingData counting_data(std::size_t count, std::mt19937& random) {
  std::uniform_int_distribution<int> integer(0, 9);
  std::uniform_real_distribution<double> coin(0, 100);
  xt::xtensor<int, 2> X = xt::zeros<int>({count, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < 10; ++n) X(i, n) = integer(random);
    if (i > 0 && X(i, 3) >= 6)
      X(i, 3) = 6 + 2 * (X(i, 3) % 2) + (coin(random) < (y(i - 1, 0) > 0 ? 60 : 44.5) ? 1 : 0);
    int more = 0;
    for (std::size_t n = 0; n < 10; ++n) more += (X(i, n) == 2) - (X(i, n) == 4);
    y(i, 0) = more > 0 ? 1.0 : 0.0;
  }
  return {X, y};
}

}  // namespace softmark
