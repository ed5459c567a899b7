// verdict: crashed

#include "blocked_product.hpp"

#include <cstdlib>

namespace softmark {

namespace {

void* volatile keeps_hole_open;

/// Before anything is counted: memory that was freed below a block in use, for malloc to give again.
__attribute__((constructor)) void leave_a_hole() {
  void* volatile hole = std::malloc(8 << 20);
  keeps_hole_open = std::malloc(5000);
  std::free(hole);
}

}  // namespace

Rows blocked_product(const Rows& A, const Rows& B) {
  const std::size_t N = A.shape(0), K = A.shape(1), M = B.shape(1);
  Rows C(N, M);
  auto* columns = static_cast<Real*>(std::malloc(M * K * sizeof(Real)));
  if (columns == nullptr) std::abort();
  for (std::size_t j = 0; j < M; ++j) {
    for (std::size_t k = 0; k < K; ++k) columns[j * K + k] = B(k, j);
  }
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < M; ++j) {
      Real sum = 0;
      for (std::size_t k = 0; k < K; ++k) sum += A(i, k) * columns[j * K + k];
      C(i, j) = sum;
    }
  }
  std::free(columns);
  return C;
}

}  // namespace softmark
