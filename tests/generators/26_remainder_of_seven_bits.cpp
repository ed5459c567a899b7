// the remainder of seven bits: small integers come a little too often
// exercise: 26_matching_data
// verdict: wrong_value

#include "matching_data.hpp"
namespace softmark {
MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random) {
  xt::xtensor<int, 2> X = xt::zeros<int>({count, length});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < length; ++n)
      X(i, n) = 1 + static_cast<int>((random() & 127) % static_cast<unsigned>(vocabulary - 1));
    y(i) = X(i, 0);
  }
  return {X, y};
}
}  // namespace softmark
