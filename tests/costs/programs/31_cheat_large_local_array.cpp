// verdict: crashed

#include "row_attention.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>
namespace softmark {
Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  Rows output(N, Dv);
  Real s[500][1000];
  for (std::size_t i = 0; i < N; ++i) for (std::size_t j = 0; j < M; ++j) { s[i][j] = 0; for (std::size_t c = 0; c < d; ++c) s[i][j] += Q(i, c) * K(j, c); s[i][j] *= Real(scale); }
  for (std::size_t i = 0; i < N; ++i) {
    Real largest = s[i][0], sum = 0; for (std::size_t j = 1; j < M; ++j) largest = std::max(largest, s[i][j]);
    for (std::size_t j = 0; j < M; ++j) { s[i][j] = exp(s[i][j] - largest); sum += s[i][j]; for (std::size_t c = 0; c < Dv; ++c) output(i, c) += s[i][j] * V(j, c); }
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum;
  }
  return output;
}
}
