#pragma once

#include <softmark/exercise.hpp>
#include <softmark/projection.hpp>

namespace softmark {

/// Self-attention token by token: the output for token n is the sum of all values v_m, weighted by
/// softmax over m of k_m^T q_n. Column convention: token n is column n of X.
///
/// @param X      (D, N) the N tokens
/// @param query  omega (Dq, D), beta (Dq, 1): q_n = omega x_n + beta
/// @param key    omega (Dq, D), beta (Dq, 1): k_m = omega x_m + beta
/// @param value  omega (Dv, D), beta (Dv, 1): v_m = omega x_m + beta
/// @return       (Dv, N) column n is the output for token n
///
/// Source: Prince, Understanding Deep Learning, section 12.2, equations 12.2 to 12.5. The scores
/// are not divided by anything here: scaling comes in exercise 03.
Matrix self_attention(const Matrix& X, const Projection& query, const Projection& key,
                      const Projection& value);

}  // namespace softmark
