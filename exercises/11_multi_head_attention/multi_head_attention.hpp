#pragma once

#include <softmark/exercise.hpp>

#include "row_softmax.hpp"

namespace softmark {

/// Attention with any number of heads: [head 0, head 1, ...] Wout, the heads side by side, where
/// head h is softmax(Q K^T / sqrt(d)) V with Q = X Wq[h], K = Y Wk[h], V = Y Wv[h].
/// Row convention: a token is a row of X or Y, so the learned matrices stand on the right.
///
/// @param X       (Nq, E) the tokens that ask
/// @param Y       (Nk, E) the tokens that are asked; equal to X for self-attention
/// @param Wq      for each of the heads (E, d): makes queries; at least one head
/// @param Wk      for each of the heads (E, d): makes keys
/// @param Wv      for each of the heads (E, Dv): makes values
/// @param Wout    (heads * Dv, E) combines the heads: its rows from h Dv on belong to head h
/// @param causal  whether later tokens are hidden, in each head: query i then sees key j only if
///                j <= i + Nk - Nq, as in exercise 08. Requires Nq <= Nk.
/// @return        (Nq, E) row i is the output for token i of X
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, section 3.2.2.
Matrix multi_head_attention(const Matrix& X, const Matrix& Y, const std::vector<Matrix>& Wq,
                            const std::vector<Matrix>& Wk, const std::vector<Matrix>& Wv,
                            const Matrix& Wout, bool causal);

}  // namespace softmark
