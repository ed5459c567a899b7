#pragma once

#include <softmark/exercise.hpp>

#include "causal_attention.hpp"
#include "row_softmax.hpp"

namespace softmark {

/// The gradient of a loss in what attention is given.
struct AttentionGradient {
  Matrix d_Q;  ///< (Nq, d)
  Matrix d_K;  ///< (Nk, d)
  Matrix d_V;  ///< (Nk, Dv)
};

/// The backward pass of causal attention, exercise 09: softmax(mask(Q K^T / sqrt(d))) V.
/// Row convention: a token is a row. The queries belong to the last Nq of the Nk tokens: query i
/// sees key j if j <= i + Nk - Nq.
///
/// @param Q         (Nq, d) queries, 1 <= Nq <= Nk
/// @param K         (Nk, d) keys
/// @param V         (Nk, Dv) values
/// @param d_output  (Nq, Dv) the gradient of the loss in each element of the output
/// @return          the gradient of the loss in each element of Q, K and V
///
/// Source: Dao et al. 2022, FlashAttention, appendix B.2, without dropout.
AttentionGradient attention_gradient(const Matrix& Q, const Matrix& K, const Matrix& V,
                                     const Matrix& d_output);

/// Given: compares a gradient with central differences of the loss, the sum of d_output times the
/// output of causal attention. Prints the element of d_Q, d_K and d_V that differs most.
///
/// @return the largest difference, below 1e-6 where the gradient is right and scores are small;
///         infinity where a shape is wrong
double check_by_differences(const Matrix& Q, const Matrix& K, const Matrix& V,
                            const Matrix& d_output, const AttentionGradient& gradient);

}  // namespace softmark
