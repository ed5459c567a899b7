#pragma once

#include <softmark/exercise.hpp>
#include <softmark/projection.hpp>

#include <vector>

namespace softmark {

/// The arguments of one call of matrix_attention (exercise 02), in their order.
struct AttentionInput {
  Matrix X;          ///< (D, N) tokens are columns
  Projection query;  ///< omega (Dq, D), beta (Dq, 1)
  Projection key;    ///< omega (Dq, D), beta (Dq, 1)
  Projection value;  ///< omega (Dv, D), beta (Dv, 1)
};

/// Inputs of matrix_attention that catch wrong axes and transpositions: each of the mistakes in the
/// statement gives on one of them something else than the right program, or fails.
///
/// @return  1 to 3 inputs; each size is from 1 to 6, each number from -10000 to 10000
std::vector<AttentionInput> catch_axes();

}  // namespace softmark
