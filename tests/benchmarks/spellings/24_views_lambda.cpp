// a lambda for each kind of token, views assigned in a switch
#include "four_token_data.hpp"

#include <array>
#include <stdexcept>

namespace softmark {

FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  if (k == 0) throw std::invalid_argument("tokens without features");

  std::uniform_real_distribution<double> uniform{-1.0, 1.0};
  auto toss = [&random, fair = std::uniform_int_distribution<int>{0, 1}]() mutable {
    static constexpr std::array<double, 2> faces{-1.0, 1.0};
    return faces[static_cast<std::size_t>(fair(random))];
  };
  auto noisy_token = [&] {
    Vector token = xt::empty<double>({k});
    for (auto& feature : token) feature = uniform(random);
    return token;
  };

  Tensor3 X = xt::empty<double>({count, std::size_t{4}, k});
  xt::xtensor<int, 1> y({count}, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t t = 0; t < 4; ++t) {
      auto token = xt::view(X, i, t, xt::all());
      switch (t) {
        case 0:
        case 3: token.fill(toss()); break;
        default: token = noisy_token();
      }
    }
    if (X(i, 0, 0) * X(i, 3, 0) < 0) y(i) = 1;
  }
  return {std::move(X), std::move(y)};
}

}  // namespace softmark
