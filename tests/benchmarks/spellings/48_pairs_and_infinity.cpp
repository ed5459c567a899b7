#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "next_token.hpp"

namespace softmark {

// What does not stay gets the logit minus infinity, and one softmax follows another.
static std::vector<double> softmax(const std::vector<double>& z) {
  const double top = *std::max_element(z.begin(), z.end());
  std::vector<double> q;
  double sum = 0;
  for (double each : z) sum += q.emplace_back(std::exp(each - top));
  for (double& each : q) each /= sum;
  return q;
}

NextToken next_token(const Vector& logits, double temperature, std::size_t k, double p, double u) {
  constexpr double out = -std::numeric_limits<double>::infinity();
  std::vector<double> z(logits.begin(), logits.end());
  for (double& each : z) each /= temperature;

  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t id = 0; id < z.size(); ++id) ranked.emplace_back(-logits(id), id);
  std::sort(ranked.begin(), ranked.end());
  for (std::size_t rank = k; rank < ranked.size(); ++rank) z[ranked[rank].second] = out;

  const std::vector<double> q = softmax(z);
  double reached = q[ranked.front().second];
  for (std::size_t rank = 1; rank < ranked.size(); ++rank) {
    const std::size_t id = ranked[rank].second;
    if (reached >= p) z[id] = out;
    reached += q[id];
  }
  const std::vector<double> left = softmax(z);

  NextToken next{Vector::from_shape({left.size()}), left.size() - 1};
  std::copy(left.begin(), left.end(), next.probabilities.begin());
  for (std::size_t id = left.size(); id-- > 0;) {  // from the end, so that the first one wins
    double until = 0;
    for (std::size_t other = 0; other <= id; ++other) until += left[other];
    if (until > u) next.token = id;
  }
  return next;
}

}  // namespace softmark
