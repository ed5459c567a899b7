// verdict: passed

#include "blocked_product.hpp"

#include <algorithm>

namespace softmark {
namespace {

struct Span {
  std::size_t from, to;
  std::size_t length() const { return to - from; }
  Span left() const { return {from, from + length() / 2}; }
  Span right() const { return {from + length() / 2, to}; }
};

// Cache-oblivious: the longest side is halved until the piece is small.
void multiply(const Rows& A, const Rows& B, Rows& C, Span i, Span k, Span j) {
  const std::size_t longest = std::max({i.length(), k.length(), j.length()});
  if (longest <= 16) {
    for (std::size_t r = i.from; r < i.to; ++r)
      for (std::size_t m = k.from; m < k.to; ++m)
        for (std::size_t c = j.from; c < j.to; ++c) C(r, c) += A(r, m) * B(m, c);
    return;
  }
  if (longest == i.length()) {
    multiply(A, B, C, i.left(), k, j);
    multiply(A, B, C, i.right(), k, j);
  } else if (longest == k.length()) {
    multiply(A, B, C, i, k.left(), j);
    multiply(A, B, C, i, k.right(), j);
  } else {
    multiply(A, B, C, i, k, j.left());
    multiply(A, B, C, i, k, j.right());
  }
}

}  // namespace

Rows blocked_product(const Rows& A, const Rows& B) {
  Rows C(A.shape(0), B.shape(1));
  multiply(A, B, C, {0, A.shape(0)}, {0, A.shape(1)}, {0, B.shape(1)});
  return C;
}

}  // namespace softmark
