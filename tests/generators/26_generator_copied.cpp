// draws from a copy of the generator
// exercise: 26_matching_data
// verdict: wrong_value
// says: draw from it, not from a copy

#include "matching_data.hpp"

#include <algorithm>

namespace softmark {

MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& caller) {
  std::mt19937 random = caller;
  const int kinds = vocabulary - 1;
  std::uniform_int_distribution<int> integer(1, kinds);
  xt::xtensor<int, 2> X = xt::zeros<int>({count, length});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < length; ++n) X(i, n) = integer(random);
    y(i) = X(i, 0);
  }
  return {X, y};
}

}  // namespace softmark
