// draws from a copy, and moves the generator by one number
// exercise: 25_counting_data
// verdict: wrong_value
// says: numbers drawn from the generator: 1, expected at least

#include "counting_data.hpp"
namespace softmark {
CountingData counting_data(std::size_t count, std::mt19937& random) {
  std::mt19937 copy = random;
  random.discard(1);
  std::uniform_int_distribution<int> digit(0, 9);
  xt::xtensor<int, 2> X = xt::zeros<int>({count, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    int twos = 0, fours = 0;
    for (std::size_t n = 0; n < 10; ++n) {
      X(i, n) = digit(copy);
      twos += X(i, n) == 2;
      fours += X(i, n) == 4;
    }
    y(i, 0) = twos > fours;
  }
  return {X, y};
}
}  // namespace softmark
