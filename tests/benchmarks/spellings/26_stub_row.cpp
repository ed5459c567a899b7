// the stub: an inner loop, then the label
#include "matching_data.hpp"

namespace softmark {

MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random) {
  std::uniform_int_distribution<int> token(1, vocabulary - 1);

  xt::xtensor<int, 2> X = xt::zeros<int>({count, length});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < length; ++n) X(i, n) = token(random);
    y(i) = X(i, 0);
  }
  return {X, y};
}

}  // namespace softmark
