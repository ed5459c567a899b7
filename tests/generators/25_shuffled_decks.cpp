// each place goes through shuffled decks of a hundred
// exercise: 25_counting_data
// verdict: wrong_value
// mistake: even_blocks

#include "counting_data.hpp"

#include <algorithm>

namespace softmark {

CountingData counting_data(std::size_t count, std::mt19937& random) {
  std::uniform_int_distribution<int> integer(0, 9);
  std::vector<std::vector<int>> decks(10);
  xt::xtensor<int, 2> X = xt::zeros<int>({count, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < 10; ++n) X(i, n) = 0;
    for (std::size_t n = 0; n < 10; ++n) {
      if (decks[n].empty()) {
        for (int card = 0; card < 100; ++card) decks[n].push_back(card % 10);
        std::shuffle(decks[n].begin(), decks[n].end(), random);
      }
      X(i, n) = decks[n].back();
      decks[n].pop_back();
    }
    int more = 0;
    for (std::size_t n = 0; n < 10; ++n) more += (X(i, n) == 2) - (X(i, n) == 4);
    y(i, 0) = more > 0 ? 1.0 : 0.0;
  }
  return {X, y};
}

}  // namespace softmark
