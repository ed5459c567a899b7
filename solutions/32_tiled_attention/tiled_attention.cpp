#include "tiled_attention.hpp"

namespace softmark {

constexpr std::size_t rows = 32, columns = 16;  // of a tile: so many queries and keys

Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  Rows output(N, Dv);
  std::vector<double> largest(N, -std::numeric_limits<double>::infinity());
  std::vector<double> sum(N), scores(columns);
  for (std::size_t i0 = 0; i0 < N; i0 += rows) {
    const std::size_t i1 = std::min(i0 + rows, N);
    for (std::size_t j0 = 0; j0 < M; j0 += columns) {
      const std::size_t j1 = std::min(j0 + columns, M);
      for (std::size_t i = i0; i < i1; ++i) {
        double now = largest[i];
        for (std::size_t j = j0; j < j1; ++j) {
          double product = 0;
          for (std::size_t c = 0; c < d; ++c) product += Q(i, c) * K(j, c);
          scores[j - j0] = product * scale;
          now = std::max(now, scores[j - j0]);
        }

        if (now > largest[i]) {
          const double repair = exp(largest[i] - now);
          sum[i] *= repair;
          for (std::size_t c = 0; c < Dv; ++c) output(i, c) *= repair;
          largest[i] = now;
        }

        for (std::size_t j = j0; j < j1; ++j) {
          const double weight = exp(scores[j - j0] - now);
          sum[i] += weight;
          for (std::size_t c = 0; c < Dv; ++c) output(i, c) += weight * V(j, c);
        }
      }
    }
  }
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum[i];
  }
  return output;
}

}  // namespace softmark
