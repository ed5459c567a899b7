// verdict: too_costly
// limit: no_blocks

#include "blocked_product.hpp"

namespace softmark {

namespace {

// C's row i gets a multiple of B's row k.
void add_row(Rows& C, std::size_t i, const Real& factor, const Rows& B, std::size_t k) {
  for (std::size_t j = 0; j < B.shape(1); ++j) C(i, j) += factor * B(k, j);
}

}  // namespace

// Blocks of 32 rows of A and 32 columns of A.
Rows blocked_product(const Rows& A, const Rows& B) {
  Rows C(A.shape(0), B.shape(1));
  for (std::size_t i0 = 0; i0 < A.shape(0); i0 += 32)
    for (std::size_t i = i0; i < std::min(i0 + 32, A.shape(0)); ++i)
      for (std::size_t k0 = 0; k0 < A.shape(1); k0 += 32)
        for (std::size_t k = k0; k < std::min(k0 + 32, A.shape(1)); ++k)
          add_row(C, i, A(i, k), B, k);
  return C;
}

}  // namespace softmark
