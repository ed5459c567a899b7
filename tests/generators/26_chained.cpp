// a sequence starts with the last integer of the one before
// exercise: 26_matching_data
// verdict: wrong_value
// mistake: independent_sequences

#include "matching_data.hpp"

#include <algorithm>

namespace softmark {

MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random) {
  const int kinds = vocabulary - 1;
  std::uniform_int_distribution<int> integer(1, kinds);
  xt::xtensor<int, 2> X = xt::zeros<int>({count, length});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < length; ++n) X(i, n) = integer(random);
    if (i > 0) X(i, 0) = X(i - 1, length - 1);
    y(i) = X(i, 0);
  }
  return {X, y};
}

}  // namespace softmark
