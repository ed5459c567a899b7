// two lines: randint and the first column
#include "matching_data.hpp"

#include <xtensor/xrandom.hpp>
#include <xtensor/xview.hpp>

namespace softmark {

MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random) {
  MatchingData data;
  data.X = xt::random::randint<int>({count, length}, 1, vocabulary, random);
  data.y = xt::view(data.X, xt::all(), 0);
  return data;
}

}  // namespace softmark
