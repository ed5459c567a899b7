#include "head_layout.hpp"

namespace softmark {

// Replace each `throw` by your code. Rows are zero at first.

// Columns first to first + d - 1 of A as a matrix of their own.
[[maybe_unused]] static Rows head_of([[maybe_unused]] const Rows& A,
                                     [[maybe_unused]] std::size_t first,
                                     [[maybe_unused]] std::size_t d) {
  // TODO 1: a copy of the columns of one head.
  throw NotImplemented("TODO 1: the columns of one head");
}

Rows head_layout(const Rows& Q, [[maybe_unused]] const Rows& K, [[maybe_unused]] const Rows& V,
                 [[maybe_unused]] std::size_t heads) {
  Rows output(Q.shape(0), Q.shape(1));
  // TODO 2: the loops over heads and queries; which one is outside, and where copies are made,
  // decides what the cache can do.
  throw NotImplemented("TODO 2: the loops over heads and queries");

  // TODO 3: inside, attention of one query in one head: scores, weights, output.
  throw NotImplemented("TODO 3: one query in one head");
}

}  // namespace softmark
