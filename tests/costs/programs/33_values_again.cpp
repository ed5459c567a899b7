// verdict: too_costly
// limit: no_cache

#include "kv_cache.hpp"

namespace softmark {

// Keys are cached. Instead of the values the inputs are kept, from which a value is made when it is
// needed: o = (sum of weights * x) W_V would be the same, I take them one by one.
Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  const std::size_t N = P.shape(0), E = P.shape(1), d = W_Q.shape(1);
  const Real scale = 1.0 / std::sqrt(double(d));
  Rows output(N, E), inputs(N, E), keys(N, d);
  std::vector<Real> q(d), w(N), v(E);
  auto product = [&](std::size_t t, const Rows& W, auto&& put) {
    for (std::size_t c = 0; c < W.shape(1); ++c) {
      Real sum = 0;
      for (std::size_t e = 0; e < E; ++e) sum += inputs(t, e) * W(e, c);
      put(c, sum);
    }
  };
  for (std::size_t t = 0; t < N; ++t) {
    for (std::size_t e = 0; e < E; ++e) {
      inputs(t, e) = P(t, e);
      if (t > 0) inputs(t, e) += output(t - 1, e);
    }
    product(t, W_Q, [&](std::size_t c, const Real& x) { q[c] = x; });
    product(t, W_K, [&](std::size_t c, const Real& x) { keys(t, c) = x; });
    Real m = -INFINITY;
    for (std::size_t j = 0; j <= t; ++j) {
      Real s = 0;
      for (std::size_t c = 0; c < d; ++c) s += q[c] * keys(j, c);
      w[j] = s * scale;
      m = std::max(m, w[j]);
    }
    Real sum = 0;
    for (std::size_t j = 0; j <= t; ++j) {
      w[j] = exp(w[j] - m);
      sum += w[j];
      product(j, W_V, [&](std::size_t c, const Real& x) { v[c] = x; });
      for (std::size_t e = 0; e < E; ++e) output(t, e) += w[j] * v[e];
    }
    for (std::size_t e = 0; e < E; ++e) output(t, e) /= sum;
  }
  return output;
}

}  // namespace softmark
