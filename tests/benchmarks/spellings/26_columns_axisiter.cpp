// place by place: each column drawn by itself; labels by an axis iterator over the rows
#include "matching_data.hpp"

#include <xtensor/xarray.hpp>
#include <xtensor/xaxis_iterator.hpp>

#include <algorithm>

namespace softmark {

MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random) {
  using Dist = std::uniform_int_distribution<int>;
  Dist dist;
  const Dist::param_type range(1, vocabulary - 1);

  xt::xarray<int> X = xt::xarray<int>::from_shape({count, length});
  for (std::size_t n = 0; n < length; ++n) {
    auto column = xt::view(X, xt::all(), n);
    std::for_each(column.begin(), column.end(), [&](int& x) { x = dist(random, range); });
  }

  auto y = xt::xtensor<int, 1>::from_shape({count});
  std::transform(xt::axis_begin(X, 0), xt::axis_end(X, 0), y.begin(),
                 [](const auto& sequence) { return sequence(0); });
  return {X, y};
}

}  // namespace softmark
