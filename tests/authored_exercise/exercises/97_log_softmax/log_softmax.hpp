#pragma once
#include <softmark/exercise.hpp>
namespace softmark {

/// The logarithm of the softmax of every row of `scores` (N, M): (N, M), finite for scores of any
/// size. Source: torch.log_softmax with dim = 1.
Matrix log_softmax(const Matrix& scores);

}  // namespace softmark
