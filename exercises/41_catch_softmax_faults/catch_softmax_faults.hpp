#pragma once

#include <softmark/exercise.hpp>

#include <vector>

namespace softmark {

/// The argument of one call of row_softmax (exercise 06).
struct SoftmaxInput {
  Matrix scores;  ///< (N, M) row n has the scores of token n
};

/// Inputs of row_softmax that catch faults of arithmetic: each of the mistakes in the statement
/// gives on one of them something else than the right program, or fails.
///
/// @return  1 to 3 inputs; each size is from 1 to 6, each number from -10000 to 10000
std::vector<SoftmaxInput> catch_softmax_faults();

}  // namespace softmark
