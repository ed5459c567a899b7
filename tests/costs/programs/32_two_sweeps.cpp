// verdict: too_costly
// limit: twice

#include "tiled_attention.hpp"

namespace softmark {

// Two sweeps over the tiles: the first finds the largest score of each query, the second needs no
// repair.
Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), Dv = V.shape(1);
  const Real scale = 1.0 / std::sqrt(double(Q.shape(1)));
  const auto for_tiles = [&](auto&& f) {
    for (std::size_t i0 = 0; i0 < N; i0 += 32)
      for (std::size_t j0 = 0; j0 < M; j0 += 16)
        for (std::size_t i = i0; i < std::min(i0 + 32, N); ++i)
          for (std::size_t j = j0; j < std::min(j0 + 16, M); ++j) {
            Real dot = 0;
            for (std::size_t c = 0; c < Q.shape(1); ++c) dot += Q(i, c) * K(j, c);
            f(i, j, dot * scale);
          }
  };
  Rows output(N, Dv);
  std::vector<Real> m(N, Real(-std::numeric_limits<double>::infinity())), l(N, Real(0.0));
  for_tiles([&](std::size_t i, std::size_t, const Real& s) { m[i] = std::max(m[i], s); });
  for_tiles([&](std::size_t i, std::size_t j, const Real& s) {
    const Real p = exp(s - m[i]);
    l[i] += p;
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) += p * V(j, c);
  });
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= l[i];
  return output;
}

}  // namespace softmark
