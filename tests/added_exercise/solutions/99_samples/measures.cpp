#include "samples.hpp"

namespace softmark {

struct Shares {
  double lowest, highest, furthest;
};

/// `expected`: the weights, from the exercise that this one uses.
Shares measure(const xt::xtensor<int, 1>& picks, const Vector& scores, std::size_t count) {
  if (picks.shape(0) != count) throw std::invalid_argument("expected as many picks as asked for");
  std::vector<Vector> list;
  xt::xtensor<int, 1> keep = xt::ones<int>({scores.shape(0)});
  for (double score : scores) list.push_back(Vector{score});
  const Vector weights = softmax(list, {1, keep}).weights;
  Shares shares{1e9, -1e9, 0};
  Vector seen = xt::zeros<double>({scores.shape(0)});
  for (int pick : picks) {
    shares.lowest = std::min<double>(shares.lowest, pick);
    shares.highest = std::max<double>(shares.highest, pick);
    if (pick >= 0 && static_cast<std::size_t>(pick) < seen.size()) seen(pick) += 1.0 / count;
  }
  for (std::size_t i = 0; i < seen.size(); ++i)
    shares.furthest = std::max(shares.furthest, std::abs(seen(i) - weights(i)));
  return shares;
}

}  // namespace softmark
