// two coins from one draw of 0 to 3, tokens glued with concatenate and repeat
#include "four_token_data.hpp"

#include <xtensor/xrepeat.hpp>

#include <vector>

namespace softmark {

FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  std::uniform_int_distribution<int> two_coins(0, 3);
  std::uniform_real_distribution<double> u(-1., 1.);

  Tensor3 first = xt::ones<double>({count, std::size_t(1), std::size_t(1)});
  Tensor3 last = first;
  xt::xtensor<int, 1> y = xt::zeros<int>({count});
  for (std::size_t i = 0; i < count; i++) {
    int both = two_coins(random);
    if (both & 1) first(i, 0, 0) *= -1;
    if (both & 2) last(i, 0, 0) *= -1;
    y[i] = both == 1 || both == 2;
  }

  Tensor3 middle({count, 2, k});
  for (auto it = middle.begin(); it != middle.end(); ++it) *it = u(random);

  Tensor3 a = xt::repeat(first, k, 2);
  Tensor3 z = xt::repeat(last, k, 2);
  Tensor3 X = xt::concatenate(xt::xtuple(a, middle, z), 1);
  return {X, y};
}

}  // namespace softmark
