#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// One head that decodes token by token. The input of token t is x_t = P_t + o_{t-1}, where P_t is
/// row t of P and o_{t-1} is the output for the token before (nothing for the first). Its query,
/// key and value are x_t W_Q, x_t W_K and x_t W_V, and o_t is the attention of query t over the
/// keys and values of tokens 0 to t: softmax(q_t K^T / sqrt(d)) V.
///
/// @param P    (N, E) row t is what token t has of its own
/// @param W_Q  (E, d) makes queries
/// @param W_K  (E, d) makes keys
/// @param W_V  (E, E) makes values
/// @return     (N, E) row t is the output o_t
///
/// Source: Pope et al. 2022, Efficiently scaling transformer inference, section 2; Vaswani et al.
/// 2017, Attention Is All You Need, equation 1.
Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V);

}  // namespace softmark
