#include "blocked_product.hpp"

namespace softmark {

constexpr std::size_t size = 32;  // three blocks of 32 x 32 numbers have 24 KiB

Rows blocked_product(const Rows& A, const Rows& B) {
  const std::size_t N = A.shape(0), K = A.shape(1), M = B.shape(1);
  Rows C(N, M);
  for (std::size_t i0 = 0; i0 < N; i0 += size) {
    const std::size_t i1 = std::min(i0 + size, N);
    for (std::size_t k0 = 0; k0 < K; k0 += size) {
      const std::size_t k1 = std::min(k0 + size, K);
      for (std::size_t j0 = 0; j0 < M; j0 += size) {
        const std::size_t j1 = std::min(j0 + size, M);
        // The product of one block of A and one of B goes to one of C.
        for (std::size_t i = i0; i < i1; ++i) {
          for (std::size_t k = k0; k < k1; ++k) {
            const double a = A(i, k);
            for (std::size_t j = j0; j < j1; ++j) C(i, j) += a * B(k, j);
          }
        }
      }
    }
  }
  return C;
}

}  // namespace softmark
