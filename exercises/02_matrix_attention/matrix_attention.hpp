#pragma once

#include <softmark/exercise.hpp>
#include <softmark/projection.hpp>

namespace softmark {

/// Self-attention of all tokens at once, V Softmax[K^T Q], with the softmax over each column.
/// Column convention: token n is column n of X.
///
/// @param X      (D, N) the N tokens
/// @param query  omega (Dq, D), beta (Dq, 1): Q = omega X + beta 1^T
/// @param key    omega (Dq, D), beta (Dq, 1): K = omega X + beta 1^T
/// @param value  omega (Dv, D), beta (Dv, 1): V = omega X + beta 1^T
/// @return       (Dv, N) column n is the output for token n
///
/// Source: Prince, Understanding Deep Learning, section 12.2, equations 12.6 to 12.8. The scores
/// are not divided by anything here: scaling comes in exercise 03.
Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value);

}  // namespace softmark
