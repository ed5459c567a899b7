// the remainder of a byte: 0 to 5 come a little too often
// exercise: 25_counting_data
// verdict: wrong_value
// mistake: equal_together

#include "counting_data.hpp"
namespace softmark {
CountingData counting_data(std::size_t count, std::mt19937& random) {
  xt::xtensor<int, 2> X = xt::zeros<int>({count, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    int twos = 0, fours = 0;
    for (std::size_t n = 0; n < 10; ++n) {
      X(i, n) = static_cast<int>((random() & 255) % 10);
      twos += X(i, n) == 2;
      fours += X(i, n) == 4;
    }
    y(i, 0) = twos > fours;
  }
  return {X, y};
}
}  // namespace softmark
