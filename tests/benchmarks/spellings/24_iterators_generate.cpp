// iterators: bernoulli coin, std::fill and std::generate on row views
#include "four_token_data.hpp"

#include <algorithm>
#include <functional>

namespace softmark {

FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random) {
  std::bernoulli_distribution heads;
  const auto noise = std::bind(std::uniform_real_distribution<>(-1, 1), std::ref(random));

  FourTokens data{Tensor3::from_shape({count, 4, k}), xt::xtensor<int, 1>::from_shape({count})};
  auto element = data.X.begin();
  const auto features = static_cast<std::ptrdiff_t>(k);
  for (int& label : data.y) {
    const bool left = heads(random);
    const bool right = heads(random);
    std::fill_n(element, features, left ? 1.0 : -1.0);
    element += features;
    std::generate_n(element, 2 * features, noise);
    element += 2 * features;
    std::fill_n(element, features, right ? 1.0 : -1.0);
    element += features;
    label = left ^ right;
  }
  return data;
}

}  // namespace softmark
