#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// Causal attention whose rows are shared among threads, so that none waits long for the others:
/// softmax(Q K^T / sqrt(d)) V, where query i sees the keys 0 to i.
///
/// @param Q        (N, d) row i is query i
/// @param K        (N, d) row j is key j
/// @param V        (N, Dv) row j is value j
/// @param threads  how many threads share the rows, at least 1
/// @return         (N, Dv) row i is the output for query i
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, equation 1; Brandon et al. 2023,
/// Striped attention: faster ring attention for causal transformers.
Rows threaded_attention(const Rows& Q, const Rows& K, const Rows& V, std::size_t threads);

}  // namespace softmark
