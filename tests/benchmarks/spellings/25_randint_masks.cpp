// NumPy: randint for the whole array, masks, sum over the axis
#include "counting_data.hpp"

#include <xtensor/xrandom.hpp>

namespace softmark {

CountingData counting_data(std::size_t count, std::mt19937& random) {
  xt::xtensor<int, 2> X = xt::random::randint<int>({count, std::size_t(10)}, 0, 10, random);
  auto twos = xt::sum(xt::cast<int>(xt::equal(X, 2)), {1}, xt::keep_dims);
  auto fours = xt::sum(xt::cast<int>(xt::equal(X, 4)), {1}, xt::keep_dims);
  Matrix y = xt::cast<double>(twos > fours);
  return {X, y};
}

}  // namespace softmark
