#include "kv_cache.hpp"

namespace softmark {

// x W, for one token.
static std::vector<double> product(const std::vector<double>& x, const Rows& W) {
  std::vector<double> y(W.shape(1));
  for (std::size_t e = 0; e < x.size(); ++e) {
    for (std::size_t c = 0; c < y.size(); ++c) y[c] += x[e] * W(e, c);
  }
  return y;
}

Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  const std::size_t N = P.shape(0), E = P.shape(1), d = W_Q.shape(1);
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  Rows output(N, E);
  std::vector<std::vector<double>> keys, values;  // of all tokens so far
  std::vector<double> x(E), scores(N);
  for (std::size_t t = 0; t < N; ++t) {
    for (std::size_t e = 0; e < E; ++e) {
      x[e] = P(t, e);
      if (t > 0) x[e] += output(t - 1, e);
    }
    const std::vector<double> query = product(x, W_Q);
    keys.push_back(product(x, W_K));
    values.push_back(product(x, W_V));

    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j <= t; ++j) {
      double sum = 0;
      for (std::size_t c = 0; c < d; ++c) sum += query[c] * keys[j][c];
      scores[j] = sum * scale;
      largest = std::max(largest, scores[j]);
    }

    double total = 0;
    for (std::size_t j = 0; j <= t; ++j) {
      const double weight = exp(scores[j] - largest);
      total += weight;
      for (std::size_t e = 0; e < E; ++e) output(t, e) += weight * values[j][e];
    }
    for (std::size_t e = 0; e < E; ++e) output(t, e) /= total;
  }
  return output;
}

}  // namespace softmark
