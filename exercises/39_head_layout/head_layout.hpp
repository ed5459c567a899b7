#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// Multi-head attention of tokens whose heads lie beside each other. With d columns for each head,
/// head h has columns h d to h d + d - 1 of Q, K, V and of the result, which are in these columns
/// softmax(Q_h K_h^T / sqrt(d)) V_h.
///
/// @param Q      (N, heads d) row i has the queries of token i, one head after the other
/// @param K      (M, heads d) row j has the keys of token j
/// @param V      (M, heads d) row j has the values of token j
/// @param heads  how many there are; it divides the number of columns
/// @return       (N, heads d) row i has the outputs of token i, one head after the other
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, section 3.2.2; Drepper 2007, What every
/// programmer should know about memory, section 6.2.
Rows head_layout(const Rows& Q, const Rows& K, const Rows& V, std::size_t heads);

}  // namespace softmark
