#pragma once

#include <softmark/exercise.hpp>

#include "row_softmax.hpp"

namespace softmark {

/// Scaled dot-product attention in which no query sees a later token:
/// softmax(Q K^T / sqrt(d)) V, with the softmax over each row, and with the scores of hidden keys
/// set to minus infinity before it.
/// Row convention: query i is row i of Q, key j is row j of K, value j is row j of V.
///
/// The queries belong to the last Nq of the Nk tokens: query i sees key j if j <= i + Nk - Nq, as
/// in exercise 08.
///
/// @param Q  (Nq, d) queries, 1 <= Nq <= Nk
/// @param K  (Nk, d) keys
/// @param V  (Nk, Dv) values
/// @return   (Nq, Dv) row i is the output for query i
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, equation 1 and section 3.2.3.
Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V);

}  // namespace softmark
