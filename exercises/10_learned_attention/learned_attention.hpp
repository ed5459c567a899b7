#pragma once

#include <softmark/exercise.hpp>

#include "row_softmax.hpp"

namespace softmark {

/// Self-attention with learned queries, keys and values, softmax(Q K^T / sqrt(d)) V, where
/// Q = X Wq, K = X Wk and V = X Wv, with the softmax over each row. No mask, no biases.
/// Row convention: token n is row n of X, so the learned matrices stand on the right.
///
/// @param X   (N, E) the N tokens
/// @param Wq  (E, d) makes queries of tokens
/// @param Wk  (E, d) makes keys of tokens
/// @param Wv  (E, Dv) makes values of tokens
/// @return    (N, Dv) row n is the output for token n
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, equation 1 and section 3.2.2 (one head).
Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv);

}  // namespace softmark
