#pragma once

#include <softmark/exercise.hpp>
#include <softmark/projection.hpp>

namespace softmark {

/// Scaled self-attention with two heads. Each head computes V Softmax[K^T Q / sqrt(Dq)] with
/// projections of its own; the heads' outputs are put below each other and multiplied by omega_c.
/// Column convention: token n is column n of X.
///
/// @param X        (D, N) the N tokens
/// @param head0    query and key: omega (Dq, D), beta (Dq, 1); value: omega (Dv, D), beta (Dv, 1)
/// @param head1    the same shapes, with other parameters
/// @param omega_c  (D, 2 Dv) combines the heads: its first Dv columns belong to head 0
/// @return         (D, N) column n is the output for token n
///
/// Source: Prince, Understanding Deep Learning, equation 12.9 and section 12.3.3.
Matrix two_head_attention(const Matrix& X, const Head& head0, const Head& head1,
                          const Matrix& omega_c);

}  // namespace softmark
