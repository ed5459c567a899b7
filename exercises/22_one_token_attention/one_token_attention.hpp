#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// What attention makes of one token.
struct ModifiedToken {
  Vector modified;   ///< (k) the mean of all tokens, weighted by the attention
  Vector attention;  ///< (T) how much the token looks at each token; sums to one
};

/// The second token of a sequence, token 1 when counted from 0, attends to all T tokens, itself
/// included: Softmax[q . k_t], where q and k_t are learned projections of tokens. The values are
/// the tokens themselves. Row convention: token t is row t of X, so the learned matrices stand on
/// the right.
///
/// @param X   (T, k) the tokens of one sequence, T >= 2
/// @param Wq  (k, dq) makes the query of token 1
/// @param Wk  (k, dq) makes the key of each token
/// @return    the modified token and the attention weights behind it
///
/// The scores are not divided by anything here. There are no biases.
/// Source: Vaswani et al. 2017, Attention Is All You Need, section 3.2, for one query, unscaled.
ModifiedToken one_token_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk);

}  // namespace softmark
