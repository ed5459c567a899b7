// one sequence too few
// exercise: 25_counting_data
// verdict: wrong_shape
// says: 10), expected (count, 10) = (

#include "counting_data.hpp"
namespace softmark {
CountingData counting_data(std::size_t count, std::mt19937& random) {
  std::uniform_int_distribution<int> integer(0, 9);
  xt::xtensor<int, 2> X = xt::zeros<int>({count - 1, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i + 1 < count; ++i) {
    int twos = 0, fours = 0;
    for (std::size_t n = 0; n < 10; ++n) {
      X(i, n) = integer(random);
      if (X(i, n) == 2) ++twos;
      if (X(i, n) == 4) ++fours;
    }
    y(i, 0) = twos > fours ? 1.0 : 0.0;
  }
  return {X, y};
}
}  // namespace softmark
