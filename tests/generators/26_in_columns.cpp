// the sequences in columns
// exercise: 26_matching_data
// verdict: wrong_shape
// says: expected (count, length) = (

#include "matching_data.hpp"
namespace softmark {
MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random) {
  std::uniform_int_distribution<int> integer(1, vocabulary - 1);
  xt::xtensor<int, 2> X = xt::zeros<int>({length, count});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < length; ++n) X(n, i) = integer(random);
    y(i) = X(0, i);
  }
  return {X, y};
}
}  // namespace softmark
