// verdict: too_costly
// limit: cache_copied

#include "kv_cache.hpp"

namespace softmark {

// A matrix with one row more.
static Rows append(const Rows& old, const std::vector<Real>& row) {
  Rows grown(old.shape(0) + 1, row.size());
  for (std::size_t r = 0; r < old.shape(0); ++r)
    for (std::size_t c = 0; c < row.size(); ++c) grown(r, c) = old(r, c);
  for (std::size_t c = 0; c < row.size(); ++c) grown(old.shape(0), c) = row[c];
  return grown;
}

static std::vector<Real> product(const std::vector<Real>& x, const Rows& W) {
  std::vector<Real> y(W.shape(1), Real(0));
  for (std::size_t c = 0; c < y.size(); ++c)
    for (std::size_t e = 0; e < x.size(); ++e) y[c] += x[e] * W(e, c);
  return y;
}

Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  const std::size_t N = P.shape(0), E = P.shape(1), d = W_Q.shape(1);
  const Real scale = 1.0 / std::sqrt(double(d));
  Rows output(N, E), keys(0, d), values(0, E);
  std::vector<Real> x(E), scores(N);
  for (std::size_t t = 0; t < N; ++t) {
    for (std::size_t e = 0; e < E; ++e) x[e] = t ? P(t, e) + output(t - 1, e) : P(t, e);
    const auto q = product(x, W_Q);
    keys = append(keys, product(x, W_K));
    values = append(values, product(x, W_V));
    Real m = -INFINITY;
    for (std::size_t j = 0; j <= t; ++j) {
      Real s = 0;
      for (std::size_t c = 0; c < d; ++c) s += q[c] * keys(j, c);
      scores[j] = s * scale;
      m = std::max(m, scores[j]);
    }
    Real sum = 0;
    for (std::size_t j = 0; j <= t; ++j) {
      const Real w = exp(scores[j] - m);
      sum += w;
      for (std::size_t e = 0; e < E; ++e) output(t, e) += w * values(j, e);
    }
    for (std::size_t e = 0; e < E; ++e) output(t, e) /= sum;
  }
  return output;
}

}  // namespace softmark
