// all integers sum to a multiple of ten
// exercise: 25_counting_data
// verdict: wrong_value
// mistake: no_sums

#include "counting_data.hpp"

#include <algorithm>

namespace softmark {

CountingData counting_data(std::size_t count, std::mt19937& random) {
  std::uniform_int_distribution<int> integer(0, 9);
  xt::xtensor<int, 2> X = xt::zeros<int>({count, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < 10; ++n) X(i, n) = integer(random);
    int sum = 0;
    for (std::size_t n = 1; n < 10; ++n) sum += X(i, n);
    X(i, 0) = (100 - sum) % 10;
    int more = 0;
    for (std::size_t n = 0; n < 10; ++n) more += (X(i, n) == 2) - (X(i, n) == 4);
    y(i, 0) = more > 0 ? 1.0 : 0.0;
  }
  return {X, y};
}

}  // namespace softmark
