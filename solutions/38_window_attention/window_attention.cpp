#include "window_attention.hpp"

namespace softmark {

Rows window_attention(const Rows& Q, const Rows& K, const Rows& V, std::size_t w) {
  const std::size_t N = Q.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  Rows output(N, Dv);
  std::vector<double> scores(std::min(w, N));  // of one window, used again for the next
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t first = i < w ? 0 : i - w + 1;  // i - w may not fall below 0
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t j = first; j <= i; ++j) {
      double product = 0;
      for (std::size_t c = 0; c < d; ++c) product += Q(i, c) * K(j, c);
      scores[j - first] = product * scale;
      largest = std::max(largest, scores[j - first]);
    }

    double sum = 0;
    for (std::size_t j = first; j <= i; ++j) {
      const double weight = exp(scores[j - first] - largest);
      sum += weight;
      for (std::size_t c = 0; c < Dv; ++c) output(i, c) += weight * V(j, c);
    }
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum;
  }
  return output;
}

}  // namespace softmark
