#pragma once

#include <softmark/exercise.hpp>
#include <softmark/linear.hpp>

#include "batch_linear.hpp"

namespace softmark {

/// One learned query attends over the tokens of each sequence of a batch, and the sequence becomes
/// one number: the mean of its tokens' values, weighted by Softmax[q . k / sqrt(d)].
/// Row convention: token n of sequence i is the row X(i, n, :).
///
/// @param X      (B, N, E) B sequences of N tokens with E features
/// @param q      (1, d) the query, the same for all sequences; it is not projected
/// @param key    W (d, E), b (d): the keys of the tokens
/// @param value  W (1, E), b (1): the values of the tokens, one number each
/// @return       (B, 1) row i is the answer for sequence i
///
/// The softmax runs over the N tokens of each sequence by itself.
/// Source: Vaswani et al. 2017, Attention Is All You Need, equation 1, with a single query.
Matrix single_query_attention(const Tensor3& X, const Matrix& q, const Linear& key,
                              const Linear& value);

}  // namespace softmark
