// verdict: too_costly
// limit: matrix_copied

#include "blocked_product.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>
namespace softmark {
Rows blocked_product(const Rows& A, const Rows& B) {
  const std::size_t N = A.shape(0), L = A.shape(1), M = B.shape(1);
  Rows C(N, M);
  Real T[44000];
  for (std::size_t k = 0; k < L; ++k) for (std::size_t j = 0; j < M; ++j) T[j*L+k] = B(k, j);
  const std::size_t S = 32;
  for (std::size_t i0 = 0; i0 < N; i0 += S) for (std::size_t j0 = 0; j0 < M; j0 += S) for (std::size_t k0 = 0; k0 < L; k0 += S)
    for (std::size_t i = i0; i < std::min(N, i0 + S); ++i) for (std::size_t j = j0; j < std::min(M, j0 + S); ++j) {
      Real s = C(i, j); for (std::size_t k = k0; k < std::min(L, k0 + S); ++k) s += A(i, k) * T[j*L+k]; C(i, j) = s; }
  return C;
}
}
