#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// The similarity of every token with every other: all dot products of the rows of X, X X^T.
/// Row convention: token n is row n of X.
///
/// @param X  (N, E) the embeddings of the N tokens
/// @return   (N, N) row i, column j is the dot product of token i and token j
///
/// Source: Vaswani et al. 2017, section 3.2.1, with X in place of both Q and K and without the
/// scale.
Matrix similarity(const Matrix& X);

}  // namespace softmark
