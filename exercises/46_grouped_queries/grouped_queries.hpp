#pragma once

#include <softmark/exercise.hpp>

#include "row_softmax.hpp"

namespace softmark {

/// Causal attention with h heads of queries and g heads of keys and values: [head 0, head 1, ...]
/// side by side, where head i is softmax(Q[i] K[c]^T / sqrt(d)) V[c] for its group c = i / (h / g),
/// with hidden scores set to minus infinity.
/// Row convention: a token is a row. The queries belong to the last Nq of the Nk tokens: query n
/// sees key j if j <= n + Nk - Nq, as in exercise 08.
///
/// @param Q  for each of the h heads (Nq, d): queries, 1 <= Nq <= Nk
/// @param K  for each of the g groups (Nk, d): keys; g divides h
/// @param V  for each of the g groups (Nk, Dv): values
/// @return   (Nq, h * Dv) columns i Dv to (i + 1) Dv - 1 are the output of head i
///
/// Source: Ainslie et al. 2023, GQA: Training Generalized Multi-Query Transformer Models from
/// Multi-Head Checkpoints, section 2.2.
Matrix grouped_queries(const std::vector<Matrix>& Q, const std::vector<Matrix>& K,
                       const std::vector<Matrix>& V);

}  // namespace softmark
