// verdict: too_costly
// limit: exponentials_again

#include "kv_cache.hpp"
#include <algorithm>
namespace softmark {
using Vec = std::vector<double>;
static Vec times(const Vec& x, const Rows& W) { Vec y(W.shape(1)); for (std::size_t e = 0; e < x.size(); ++e) for (std::size_t c = 0; c < y.size(); ++c) y[c] += x[e] * W(e, c); return y; }
Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  const std::size_t N = P.shape(0), E = P.shape(1), d = W_Q.shape(1);
  Rows output(N, E);
  std::vector<Vec> keys, values;
  Vec o(E), x(E), s(N);
  for (std::size_t t = 0; t < N; ++t) {
    for (std::size_t e = 0; e < E; ++e) x[e] = P(t, e) + o[e];
    const Vec q = times(x, W_Q);
    keys.push_back(times(x, W_K));
    values.push_back(times(x, W_V));
    for (std::size_t j = 0; j <= t; ++j) { s[j] = 0; for (std::size_t c = 0; c < d; ++c) s[j] += q[c] * keys[j][c]; s[j] /= std::sqrt(double(d)); }
    const double m = *std::max_element(s.begin(), s.begin() + t + 1);
    for (std::size_t e = 0; e < E; ++e) {
      double sum = 0, l = 0;
      for (std::size_t j = 0; j <= t; ++j) { sum += exp(s[j] - m) * values[j][e]; l += exp(s[j] - m); }
      output(t, e) = o[e] = sum / l;
    }
  }
  return output;
}
}  // namespace softmark
