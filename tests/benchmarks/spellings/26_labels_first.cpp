// nested vectors, labels pushed first, flattened with adapt; checks by exceptions
#include "matching_data.hpp"

#include <xtensor/xadapt.hpp>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace softmark {

MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random) {
  if (vocabulary < 3) throw std::invalid_argument("vocabulary too small");
  std::uniform_int_distribution<int> dist{0, vocabulary - 2};
  const auto draw = [&] { return 1 + dist(random); };

  std::vector<int> labels;
  std::generate_n(std::back_inserter(labels), count, draw);

  std::vector<std::vector<int>> sequences;
  for (int label : labels) {
    std::vector<int>& s = sequences.emplace_back(1, label);
    while (s.size() < length) s.push_back(draw());
  }

  std::vector<int> all;
  all.reserve(count * length);
  for (const auto& s : sequences) all.insert(all.end(), s.cbegin(), s.cend());

  xt::xtensor<int, 2> X = xt::adapt(all, std::vector<std::size_t>{count, length});
  xt::xtensor<int, 1> y = xt::adapt(labels, {count});
  return {X, y};
}

}  // namespace softmark
