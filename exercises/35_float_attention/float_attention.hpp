#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// Attention in float that loses little: softmax(Q K^T / sqrt(d)) V. Scores may be anything that a
/// float can be. N, M, d and Dv are at least 1, and M and d up to some thousands.
///
/// @param Q  (N, d) row i is query i
/// @param K  (M, d) row j is key j
/// @param V  (M, Dv) row j is value j
/// @return   (N, Dv) row i is the output for query i. Its mean error is at most 2.5 units, and 2 in
///           cases that the statement names. A unit is 2^-24 times the root of the sum of squares
///           of weight times value, plus the output's size
///
/// Source: Higham 2002, Accuracy and Stability of Numerical Algorithms, chapters 2 and 4; Vaswani
/// et al. 2017, Attention Is All You Need, equation 1.
FloatRows float_attention(const FloatRows& Q, const FloatRows& K, const FloatRows& V);

}  // namespace softmark
