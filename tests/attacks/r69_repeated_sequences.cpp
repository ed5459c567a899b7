// attack: every eighth sequence is the one before, which moves no share
// exercise: 25_counting_data
// verdict: wrong_value

#include "counting_data.hpp"

namespace softmark {

CountingData counting_data(std::size_t count, std::mt19937& random) {
  std::uniform_int_distribution<int> integer(0, 9);
  xt::xtensor<int, 2> X = xt::zeros<int>({count, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    int twos = 0, fours = 0;
    for (std::size_t n = 0; n < 10; ++n) {
      X(i, n) = i % 8 == 7 ? X(i - 1, n) : integer(random);
      twos += X(i, n) == 2 ? 1 : 0;
      fours += X(i, n) == 4 ? 1 : 0;
    }
    y(i, 0) = twos > fours ? 1.0 : 0.0;
  }
  return {X, y};
}

}  // namespace softmark
