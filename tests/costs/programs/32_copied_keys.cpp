// verdict: too_costly
// limit: large_array

#include "tiled_attention.hpp"

#include <algorithm>
#include <array>

namespace softmark {
namespace {

// Keys and values, copied tile by tile into memory where they lie close together.
struct Tiles {
  struct Tile {
    std::vector<Real> k, v;
    std::size_t count;
  };
  std::vector<Tile> tiles;

  Tiles(const Rows& K, const Rows& V, std::size_t size) {
    for (std::size_t j0 = 0; j0 < K.shape(0); j0 += size) {
      Tile tile;
      tile.count = std::min(size, K.shape(0) - j0);
      tile.k.reserve(tile.count * K.shape(1));
      tile.v.reserve(tile.count * V.shape(1));
      for (std::size_t t = 0; t < tile.count; ++t) {
        for (std::size_t c = 0; c < K.shape(1); ++c) tile.k.push_back(K(j0 + t, c));
        for (std::size_t c = 0; c < V.shape(1); ++c) tile.v.push_back(V(j0 + t, c));
      }
      tiles.push_back(std::move(tile));
    }
  }
};

}  // namespace

Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  constexpr std::size_t Br = 32, Bc = 16;
  const std::size_t N = Q.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const Real scale = 1.0 / std::sqrt(double(d));
  const Tiles memory(K, V, Bc);
  Rows O(N, Dv);
  for (std::size_t i0 = 0; i0 < N; i0 += Br) {
    const std::size_t br = std::min(Br, N - i0);
    std::array<Real, Br> m, l;
    m.fill(-INFINITY);
    l.fill(0.0);
    for (const auto& tile : memory.tiles)
      for (std::size_t r = 0; r < br; ++r) {
        std::array<Real, Bc> s;
        Real top = m[r];
        for (std::size_t t = 0; t < tile.count; ++t) {
          Real dot = 0;
          for (std::size_t c = 0; c < d; ++c) dot += Q(i0 + r, c) * tile.k[t * d + c];
          s[t] = dot * scale;
          top = std::max(top, s[t]);
        }
        const Real f = exp(m[r] - top);
        m[r] = top;
        l[r] *= f;
        for (std::size_t c = 0; c < Dv; ++c) O(i0 + r, c) *= f;
        for (std::size_t t = 0; t < tile.count; ++t) {
          const Real p = exp(s[t] - top);
          l[r] += p;
          for (std::size_t c = 0; c < Dv; ++c) O(i0 + r, c) += p * tile.v[t * Dv + c];
        }
      }
    for (std::size_t r = 0; r < br; ++r)
      for (std::size_t c = 0; c < Dv; ++c) O(i0 + r, c) /= l[r];
  }
  return O;
}

}  // namespace softmark
