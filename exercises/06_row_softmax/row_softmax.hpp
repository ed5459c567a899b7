#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// The softmax of every row, finite for scores of any size.
/// Row convention: row n holds the scores of token n.
///
/// @param scores  (N, M) row n: how well token n matches each of M tokens
/// @return        (N, M) exp(scores) divided by its sum over each row: every row sums to one
///
/// Source: Prince, Understanding Deep Learning, equation 12.5; torch.softmax with dim = 1.
Matrix row_softmax(const Matrix& scores);

}  // namespace softmark
