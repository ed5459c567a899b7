#include <numeric>
#include <vector>

#include "attention_gradient.hpp"

namespace softmark {

// One query after the other: its weights over the keys it sees, and at once all that follows.
AttentionGradient attention_gradient(const Matrix& Q, const Matrix& K, const Matrix& V,
                                     const Matrix& d_output) {
  AttentionGradient g{xt::zeros_like(Q), xt::zeros_like(K), xt::zeros_like(V)};
  const double scale = 1 / std::sqrt(static_cast<double>(Q.shape(1)));
  const std::size_t offset = K.shape(0) - Q.shape(0);
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    const std::size_t seen = offset + i + 1;
    std::vector<double> weight(seen), slope(seen);
    for (std::size_t j = 0; j < seen; ++j) {
      for (std::size_t e = 0; e < Q.shape(1); ++e) weight[j] += Q(i, e) * K(j, e) * scale;
    }
    const double top = *std::max_element(weight.begin(), weight.end());
    double total = 0;
    for (double& w : weight) total += w = std::exp(w - top);
    for (double& w : weight) w /= total;

    // D of the row is also the output of the query times its gradient.
    double D = 0;
    for (std::size_t c = 0; c < V.shape(1); ++c) {
      double out = 0;
      for (std::size_t j = 0; j < seen; ++j) {
        out += weight[j] * V(j, c);
        slope[j] += d_output(i, c) * V(j, c);
        g.d_V(j, c) += weight[j] * d_output(i, c);
      }
      D += out * d_output(i, c);
    }
    for (std::size_t j = 0; j < seen; ++j) {
      const double d_score = weight[j] * (slope[j] - D) * scale;
      for (std::size_t e = 0; e < Q.shape(1); ++e) {
        g.d_Q(i, e) += d_score * K(j, e);
        g.d_K(j, e) += d_score * Q(i, e);
      }
    }
  }
  return g;
}

}  // namespace softmark
