// verdict: too_costly

#include "blocked_product.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>
namespace softmark {
Rows blocked_product(const Rows& A, const Rows& B) {
  const std::size_t N = A.shape(0), L = A.shape(1), M = B.shape(1);
  Rows C(N, M);
  me\
ter::watched.bytes = 0;
  for (std::size_t i = 0; i < N; ++i) for (std::size_t j = 0; j < M; ++j) {
      Real s = 0; for (std::size_t k = 0; k < L; ++k) s += A(i, k) * B(k, j); C(i, j) = s; }
  return C;
}
}
