// verdict: too_costly

#include "kv_cache.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>
#include <alloca.h>
namespace softmark {
static std::vector<Real> product(const std::vector<Real>& x, const Rows& W) {
  std::vector<Real> y(W.shape(1));
  for (std::size_t c = 0; c < W.shape(1); ++c) { Real s = 0; for (std::size_t e = 0; e < W.shape(0); ++e) s += x[e] * W(e, c); y[c] = s; }
  return y;
}
Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  const std::size_t N = P.shape(0), E = P.shape(1), d = W_Q.shape(1);
  Rows output(N, E); const Real scale = 1 / std::sqrt(static_cast<double>(d));
  std::vector<Real> s(N), x(E);
  std::vector<Real> all_keys, all_values; all_keys.reserve(N*d); all_values.reserve(N*E);
  for (std::size_t t = 0; t < N; ++t) {
    for (std::size_t e = 0; e < E; ++e) x[e] = t == 0 ? P(t, e) : P(t, e) + output(t - 1, e);
    const auto q = product(x, W_Q), k = product(x, W_K), v = product(x, W_V);
    all_keys.insert(all_keys.end(), k.begin(), k.end()); all_values.insert(all_values.end(), v.begin(), v.end());
    Real keys[(t+1)*d], values[(t+1)*E]; std::copy(all_keys.begin(), all_keys.end(), keys); std::copy(all_values.begin(), all_values.end(), values);
    Real largest = -std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j <= t; ++j) { Real p = 0; for (std::size_t c = 0; c < d; ++c) p += q[c] * keys[j*d+c]; s[j] = p * scale; largest = std::max(largest, s[j]); }
    Real sum = 0;
    for (std::size_t j = 0; j <= t; ++j) { const Real e = exp(s[j] - largest); sum += e; for (std::size_t c = 0; c < E; ++c) output(t, c) += e * values[j*E+c]; }
    for (std::size_t c = 0; c < E; ++c) output(t, c) /= sum;
  }
  return output;
}
}
