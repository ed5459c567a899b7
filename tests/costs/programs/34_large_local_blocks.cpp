// verdict: too_costly
// limit: no_blocks

#include "blocked_product.hpp"
#include <algorithm>
namespace softmark {
Rows blocked_product(const Rows& A, const Rows& B) {
  constexpr std::size_t S = 120;
  const std::size_t N = A.shape(0), K = A.shape(1), M = B.shape(1);
  Rows C(N, M);
  double block[S][S];
  for (std::size_t k0 = 0; k0 < K; k0 += S)
    for (std::size_t j0 = 0; j0 < M; j0 += S) {
      const std::size_t k1 = std::min(K, k0 + S), j1 = std::min(M, j0 + S);
      for (std::size_t k = k0; k < k1; ++k) for (std::size_t j = j0; j < j1; ++j) block[k - k0][j - j0] = B(k, j);
      for (std::size_t i = 0; i < N; ++i)
        for (std::size_t j = j0; j < j1; ++j) {
          double sum = C(i, j);
          for (std::size_t k = k0; k < k1; ++k) sum += A(i, k) * block[k - k0][j - j0];
          C(i, j) = sum;
        }
    }
  return C;
}
}  // namespace softmark
