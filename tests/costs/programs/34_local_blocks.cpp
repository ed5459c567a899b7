// verdict: passed

#include "blocked_product.hpp"
namespace softmark {
Rows blocked_product(const Rows& A, const Rows& B) {
  constexpr std::size_t S = 32; const std::size_t N = A.shape(0), K = A.shape(1), M = B.shape(1);
  Rows C(N, M); double b[S][S];
  for (std::size_t k0 = 0; k0 < K; k0 += S) for (std::size_t j0 = 0; j0 < M; j0 += S) {
    const std::size_t kn = std::min(S, K - k0), jn = std::min(S, M - j0);
    for (std::size_t k = 0; k < kn; ++k) for (std::size_t j = 0; j < jn; ++j) b[j][k] = B(k0 + k, j0 + j);
    for (std::size_t i = 0; i < N; ++i) for (std::size_t j = 0; j < jn; ++j) { double s = 0; for (std::size_t k = 0; k < kn; ++k) s += A(i, k0 + k) * b[j][k]; C(i, j0 + j) += s; }
  }
  return C;
}
}
