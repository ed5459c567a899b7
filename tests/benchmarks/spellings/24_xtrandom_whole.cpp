// NumPy: whole arrays at once with xt::random and the caller's generator
#include "four_token_data.hpp"

#include <xtensor/xrandom.hpp>

namespace softmark {

FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  const xt::xtensor<int, 2> coins = xt::random::randint<int>({count, std::size_t(2)}, 0, 2, random);
  const Matrix signs = 2.0 * coins - 1.0;

  Tensor3 X = xt::random::rand<double>({count, std::size_t(4), k}, -1.0, 1.0, random);
  xt::view(X, xt::all(), 0, xt::all()) = xt::view(signs, xt::all(), 0, xt::newaxis());
  xt::view(X, xt::all(), 3, xt::all()) = xt::view(signs, xt::all(), 1, xt::newaxis());

  xt::xtensor<int, 1> y = xt::cast<int>(xt::not_equal(xt::col(signs, 0), xt::col(signs, 1)));
  return {X, y};
}

}  // namespace softmark
