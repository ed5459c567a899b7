// verdict: too_costly
// limit: whole_matrix

#include "row_attention.hpp"

namespace softmark {

// A few rows at a time: a quarter of the queries share a small matrix of scores.
Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const std::size_t block = (N + 3) / 4;
  const double scale = 1.0 / std::sqrt(double(d));
  Rows output(N, Dv);
  Rows S(block, M);
  for (std::size_t i0 = 0; i0 < N; i0 += block) {
    const std::size_t rows = std::min(block, N - i0);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t j = 0; j < M; ++j) {
        double dot = 0;
        for (std::size_t c = 0; c < d; ++c) dot += Q(i0 + r, c) * K(j, c);
        S(r, j) = dot * scale;
      }
    for (std::size_t r = 0; r < rows; ++r) {
      double m = S(r, 0);
      for (std::size_t j = 1; j < M; ++j) m = std::max(m, S(r, j));
      double sum = 0;
      for (std::size_t j = 0; j < M; ++j) {
        S(r, j) = exp(S(r, j) - m);
        sum += S(r, j);
      }
      for (std::size_t j = 0; j < M; ++j)
        for (std::size_t c = 0; c < Dv; ++c) output(i0 + r, c) += S(r, j) * V(j, c);
      for (std::size_t c = 0; c < Dv; ++c) output(i0 + r, c) /= sum;
    }
  }
  return output;
}

}  // namespace softmark
