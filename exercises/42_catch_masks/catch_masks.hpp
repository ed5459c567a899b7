#pragma once

#include <softmark/exercise.hpp>

#include <vector>

namespace softmark {

/// The arguments of one call of causal_attention (exercise 09), in their order.
struct CausalInput {
  Matrix Q;  ///< (Nq, d) queries, 1 <= Nq <= Nk
  Matrix K;  ///< (Nk, d) keys
  Matrix V;  ///< (Nk, Dv) values
};

/// Inputs of causal_attention that catch wrong masks: each of the mistakes in the statement gives
/// on one of them something else than the right program, or fails.
///
/// @return  1 to 3 inputs; each size is from 1 to 6, each number from -10000 to 10000
std::vector<CausalInput> catch_masks();

}  // namespace softmark
