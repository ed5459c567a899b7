// verdict: too_costly
// limit: matrix_copied

#include "blocked_product.hpp"

#include <algorithm>

namespace softmark {

// Each block of k gives a part of its own, as the equation says. The parts are added at the end.
Rows blocked_product(const Rows& A, const Rows& B) {
  const size_t N = A.shape(0), K = A.shape(1), M = B.shape(1), S = 32;
  std::vector<Rows> parts;
  for (size_t k0 = 0; k0 < K; k0 += S) {
    Rows part(N, M);
    for (size_t i0 = 0; i0 < N; i0 += S)
      for (size_t j0 = 0; j0 < M; j0 += S)
        for (size_t i = i0; i < std::min(i0 + S, N); i++)
          for (size_t k = k0; k < std::min(k0 + S, K); k++)
            for (size_t j = j0; j < std::min(j0 + S, M); j++) part(i, j) += A(i, k) * B(k, j);
    parts.push_back(std::move(part));
  }
  Rows C = std::move(parts.front());
  for (size_t p = 1; p < parts.size(); p++)
    for (size_t i = 0; i < N; i++)
      for (size_t j = 0; j < M; j++) C(i, j) += parts[p](i, j);
  return C;
}

}  // namespace softmark
