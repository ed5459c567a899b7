#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// The product A B, computed in blocks that stay in a cache of 32 KiB.
///
/// @param A  (N, K)
/// @param B  (K, M)
/// @return   (N, M) row i, column j: the sum over k of A(i, k) B(k, j)
///
/// Source: Lam, Rothberg and Wolf 1991, The cache performance and optimizations of blocked
/// algorithms.
Rows blocked_product(const Rows& A, const Rows& B);

}  // namespace softmark
