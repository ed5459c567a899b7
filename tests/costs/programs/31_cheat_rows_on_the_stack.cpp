// verdict: too_costly
// limit: large_array

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
  Real s[45000]; const std::size_t step = 45000 / M;
  for (std::size_t a = 0; a < N; a += step) { const std::size_t b = std::min(N, a + step);
  for (std::size_t i = a; i < b; ++i) for (std::size_t j = 0; j < M; ++j) {
      Real p = 0; for (std::size_t c = 0; c < d; ++c) p += Q(i, c) * K(j, c);
      s[(i-a)*M+j] = p * Real(scale); }
  for (std::size_t i = a; i < b; ++i) { Real* r = s + (i-a)*M;
    Real largest = r[0]; for (std::size_t j = 1; j < M; ++j) largest = std::max(largest, r[j]);
    Real sum = 0; for (std::size_t j = 0; j < M; ++j) { r[j] = exp(r[j] - largest); sum += r[j]; }
    for (std::size_t j = 0; j < M; ++j) for (std::size_t c = 0; c < Dv; ++c) output(i, c) += r[j] * V(j, c);
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum; } }
  return output;
}
}
