// verdict: too_costly
// limit: no_tiles

#include "tiled_attention.hpp"

namespace softmark {

namespace {

struct State {
  Rows output;
  std::vector<Real> largest, sum;
};

// A tile: 32 queries and 16 keys, but query after query runs over all tiles of keys.
void add_query(const Rows& Q, const Rows& K, const Rows& V, State& s, std::size_t i) {
  constexpr std::size_t keys = 16;
  const Real scale = 1.0 / std::sqrt(double(Q.shape(1)));
  Real scores[keys];
  for (std::size_t j0 = 0; j0 < K.shape(0); j0 += keys) {
    const std::size_t n = std::min(keys, K.shape(0) - j0);
    Real m = s.largest[i];
    for (std::size_t t = 0; t < n; ++t) {
      Real dot = 0;
      for (std::size_t c = 0; c < Q.shape(1); ++c) dot += Q(i, c) * K(j0 + t, c);
      scores[t] = dot * scale;
      m = std::max(m, scores[t]);
    }
    const Real repair = exp(s.largest[i] - m);
    s.sum[i] *= repair;
    for (std::size_t c = 0; c < V.shape(1); ++c) s.output(i, c) *= repair;
    s.largest[i] = m;
    for (std::size_t t = 0; t < n; ++t) {
      const Real p = exp(scores[t] - m);
      s.sum[i] += p;
      for (std::size_t c = 0; c < V.shape(1); ++c) s.output(i, c) += p * V(j0 + t, c);
    }
  }
}

void add_block(const Rows& Q, const Rows& K, const Rows& V, State& s, std::size_t i0) {
  for (std::size_t i = i0; i < std::min(i0 + 32, Q.shape(0)); ++i) add_query(Q, K, V, s, i);
}

}  // namespace

Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0);
  State s{Rows(N, V.shape(1)), std::vector<Real>(N, Real(-std::numeric_limits<double>::infinity())),
          std::vector<Real>(N, Real(0))};
  for (std::size_t i0 = 0; i0 < N; i0 += 32) add_block(Q, K, V, s, i0);
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t c = 0; c < V.shape(1); ++c) s.output(i, c) /= s.sum[i];
  return std::move(s.output);
}

}  // namespace softmark
