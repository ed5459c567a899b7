#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// Which keys each query may look at when no token may see the tokens after it.
/// Row convention: queries are rows, keys are columns, as in the scores Q K^T.
///
/// The Nq queries belong to the last Nq of the Nk tokens, so query i stands at token i + Nk - Nq
/// and sees key j if j <= i + Nk - Nq. When Nq > Nk the first queries stand before the first token
/// and see nothing.
///
/// @param Nq  number of queries, at least 1
/// @param Nk  number of keys, at least 1
/// @return    (Nq, Nk) 1 where query i may look at key j, else 0
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, section 3.2.3. The alignment for Nq != Nk
/// is that of FlashAttention since version 2.1.
Matrix causal_mask(std::size_t Nq, std::size_t Nk);

}  // namespace softmark
