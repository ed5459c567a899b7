// the stub: two counters in a double loop
#include "counting_data.hpp"

namespace softmark {

CountingData counting_data(std::size_t count, std::mt19937& random) {
  std::uniform_int_distribution<int> digit(0, 9);

  xt::xtensor<int, 2> X = xt::zeros<int>({count, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    int twos = 0, fours = 0;
    for (std::size_t j = 0; j < 10; ++j) {
      X(i, j) = digit(random);
      if (X(i, j) == 2) ++twos;
      if (X(i, j) == 4) ++fours;
    }
    y(i, 0) = twos > fours ? 1.0 : 0.0;
  }
  return {X, y};
}

}  // namespace softmark
