#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// Attention whose memory grows with the number of tokens, not with its square:
/// softmax(Q K^T / sqrt(d)) V, where no more than a few rows of scores exist at a time.
///
/// @param Q  (N, d) row i is query i
/// @param K  (M, d) row j is key j
/// @param V  (M, Dv) row j is value j
/// @return   (N, Dv) row i is the output for query i
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, equation 1; Milakov and Gimelshein 2018,
/// Online normalizer calculation for softmax.
Rows row_attention(const Rows& Q, const Rows& K, const Rows& V);

}  // namespace softmark
