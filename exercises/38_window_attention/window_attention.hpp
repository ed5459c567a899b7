#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// Causal attention in a sliding window: query i sees w keys, its own and the w - 1 before it.
/// These are the keys j with i - w < j <= i; the first queries see fewer, as there are no keys
/// before 0. Over them the output is softmax(q_i K^T / sqrt(d)) V, at a cost of N w, not N N.
///
/// @param Q  (N, d) row i is query i
/// @param K  (N, d) row j is key j
/// @param V  (N, Dv) row j is value j
/// @param w  the length of the window, at least 1; it may be larger than N
/// @return   (N, Dv) row i is the output for query i
///
/// Source: Beltagy, Peters and Cohan 2020, Longformer, section 3.1; Jiang et al. 2023, Mistral 7B,
/// section 2.
Rows window_attention(const Rows& Q, const Rows& K, const Rows& V, std::size_t w);

}  // namespace softmark
