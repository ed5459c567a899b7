// verdict: too_costly
// limit: no_tiles

#include "tiled_attention.hpp"

#include <array>

namespace softmark {

// Tiles of 16 keys; two queries share each.
Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  constexpr std::size_t Br = 2, Bc = 16;
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1.0 / std::sqrt(double(d));
  Rows O(N, Dv);
  for (std::size_t i0 = 0; i0 < N; i0 += Br) {
    const std::size_t br = std::min(Br, N - i0);
    std::array<double, Br> m, l;
    m.fill(-INFINITY);
    l.fill(0.0);
    for (std::size_t j0 = 0; j0 < M; j0 += Bc) {
      const std::size_t bc = std::min(Bc, M - j0);
      for (std::size_t r = 0; r < br; ++r) {
        std::array<double, Bc> s;
        double top = m[r];
        for (std::size_t t = 0; t < bc; ++t) {
          double dot = 0;
          for (std::size_t c = 0; c < d; ++c) dot += Q(i0 + r, c) * K(j0 + t, c);
          s[t] = dot * scale;
          top = std::max(top, s[t]);
        }
        if (top > m[r]) {
          const double f = exp(m[r] - top);
          l[r] *= f;
          for (std::size_t c = 0; c < Dv; ++c) O(i0 + r, c) *= f;
          m[r] = top;
        }
        for (std::size_t t = 0; t < bc; ++t) {
          const double p = exp(s[t] - top);
          l[r] += p;
          for (std::size_t c = 0; c < Dv; ++c) O(i0 + r, c) += p * V(j0 + t, c);
        }
      }
    }
    for (std::size_t r = 0; r < br; ++r)
      for (std::size_t c = 0; c < Dv; ++c) O(i0 + r, c) /= l[r];
  }
  return O;
}

}  // namespace softmark
