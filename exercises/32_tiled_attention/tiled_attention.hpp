#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// Attention in tiles that stay in a cache of 32 KiB: softmax(Q K^T / sqrt(d)) V, where several
/// queries share each tile of keys and values, and no row of scores needs to be whole.
///
/// @param Q  (N, d) row i is query i
/// @param K  (M, d) row j is key j
/// @param V  (M, Dv) row j is value j
/// @return   (N, Dv) row i is the output for query i
///
/// Source: Dao, Fu, Ermon, Rudra and Re 2022, FlashAttention, algorithm 1; Dao 2023,
/// FlashAttention-2, section 3.1.
Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V);

}  // namespace softmark
