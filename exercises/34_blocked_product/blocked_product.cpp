#include "blocked_product.hpp"

namespace softmark {

// Replace each `throw` by your code. std::min takes sizes, and Rows are zero at first.

// Adds the product of a block of A, rows i0 to i1 - 1 and columns k0 to k1 - 1, and a block of B,
// rows k0 to k1 - 1 and columns j0 to j1 - 1, to C.
static void add_block([[maybe_unused]] const Rows& A, [[maybe_unused]] const Rows& B,
                      [[maybe_unused]] Rows& C, [[maybe_unused]] std::size_t i0,
                      [[maybe_unused]] std::size_t i1, [[maybe_unused]] std::size_t k0,
                      [[maybe_unused]] std::size_t k1, [[maybe_unused]] std::size_t j0,
                      [[maybe_unused]] std::size_t j1) {
  // TODO 1: three loops over one block.
  throw NotImplemented("TODO 1: the product of two blocks");
}

Rows blocked_product(const Rows& A, const Rows& B) {
  Rows C(A.shape(0), B.shape(1));
  // TODO 2: three loops over the blocks, the last of which may be smaller.
  add_block(A, B, C, 0, 0, 0, 0, 0, 0);
  throw NotImplemented("TODO 2: the loops over the blocks");
}

}  // namespace softmark
