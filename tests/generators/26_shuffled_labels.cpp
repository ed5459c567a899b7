// the first integers come from a shuffled list with equally many of each
// exercise: 26_matching_data
// verdict: wrong_value
// mistake: even_blocks

#include "matching_data.hpp"

#include <algorithm>

namespace softmark {

MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random) {
  const int kinds = vocabulary - 1;
  std::uniform_int_distribution<int> integer(1, kinds);
  std::vector<int> deck;
  xt::xtensor<int, 2> X = xt::zeros<int>({count, length});
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < length; ++n) X(i, n) = integer(random);
    if (deck.empty()) {
      for (int card = 0; card < 20 * kinds; ++card) deck.push_back(card % kinds + 1);
      std::shuffle(deck.begin(), deck.end(), random);
    }
    for (std::size_t n = 0; n < length && !deck.empty(); ++n) {
      X(i, n) = deck.back();
      deck.pop_back();
    }
    y(i) = X(i, 0);
  }
  return {X, y};
}

}  // namespace softmark
