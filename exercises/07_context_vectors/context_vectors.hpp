#pragma once

#include <softmark/exercise.hpp>

#include "row_softmax.hpp"

namespace softmark {

/// The simplest self-attention, Softmax[X X^T] X, with the softmax over each row: nothing is
/// learned, and the scores are not scaled. Row convention: token n is row n of X.
///
/// @param X  (N, E) the embeddings of the N tokens
/// @return   (N, E) row n is the context vector of token n
///
/// Source: Vaswani et al. 2017, equation 1, with X in place of Q, K and V and without the scale.
Matrix context_vectors(const Matrix& X);

}  // namespace softmark
