// verdict: too_costly
// limit: no_blocks

#include "blocked_product.hpp"
#include <algorithm>
namespace softmark {
static double half[105 * 210];
Rows blocked_product(const Rows& A, const Rows& B) {
  const std::size_t N = A.shape(0), K = A.shape(1), M = B.shape(1), S = 105;
  Rows C(N, M);
  for (std::size_t k0 = 0; k0 < K; k0 += S) {
    const std::size_t k1 = std::min(K, k0 + S);
    for (std::size_t k = k0; k < k1; ++k) for (std::size_t j = 0; j < M; ++j) half[(k - k0) * M + j] = B(k, j);
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t j = 0; j < M; ++j) {
        double sum = C(i, j);
        for (std::size_t k = k0; k < k1; ++k) sum += A(i, k) * half[(k - k0) * M + j];
        C(i, j) = sum;
      }
  }
  return C;
}
}  // namespace softmark
