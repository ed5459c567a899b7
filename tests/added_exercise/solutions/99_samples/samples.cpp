#include "samples.hpp"

namespace softmark {

xt::xtensor<int, 1> samples(const Vector& scores, std::size_t count, std::mt19937& random) {
  std::vector<Vector> list;
  for (double score : scores) list.push_back(Vector{4 * score});
  xt::xtensor<int, 1> keep = xt::ones<int>({scores.shape(0)});
  Vector weights = softmax(list, {4, keep}).weights;
  record("weights", weights);
  std::discrete_distribution<int> pick(weights.begin(), weights.end());
  auto picks = xt::xtensor<int, 1>::from_shape({count});
  for (int& each : picks) each = pick(random);
  return picks;
}

}  // namespace softmark
