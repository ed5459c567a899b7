// verdict: too_costly
// limit: whole_matrix

#include "tiled_attention.hpp"

namespace softmark {

// The scores of each tile go to a list of tiles; the softmax and the values come when all are there.
Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const size_t BI = 32, BJ = 16;
  const size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1);
  const Real scale = 1.0 / std::sqrt(double(d));

  struct Tile {
    size_t i0, j0;
    Rows s;
  };
  std::vector<Tile> tiles;
  std::vector<Real> m(N, Real(-INFINITY)), l(N, Real(0.0));

  for (size_t i0 = 0; i0 < N; i0 += BI)
    for (size_t j0 = 0; j0 < M; j0 += BJ) {
      Tile tile{i0, j0, Rows(std::min(BI, N - i0), std::min(BJ, M - j0))};
      for (size_t r = 0; r < tile.s.shape(0); r++)
        for (size_t t = 0; t < tile.s.shape(1); t++) {
          Real dot = 0.0;
          for (size_t c = 0; c < d; c++) dot += Q(i0 + r, c) * K(j0 + t, c);
          tile.s(r, t) = dot * scale;
          m[i0 + r] = std::max(m[i0 + r], tile.s(r, t));
        }
      tiles.push_back(std::move(tile));
    }

  Rows output(N, V.shape(1));
  for (Tile& tile : tiles)
    for (size_t r = 0; r < tile.s.shape(0); r++)
      for (size_t t = 0; t < tile.s.shape(1); t++) {
        const Real p = exp(tile.s(r, t) - m[tile.i0 + r]);
        l[tile.i0 + r] += p;
        for (size_t c = 0; c < V.shape(1); c++) output(tile.i0 + r, c) += p * V(tile.j0 + t, c);
      }
  for (size_t i = 0; i < N; i++)
    for (size_t c = 0; c < V.shape(1); c++) output(i, c) /= l[i];
  return output;
}

}  // namespace softmark
