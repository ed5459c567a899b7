#pragma once

#include <softmark/exercise.hpp>
#include <softmark/linear.hpp>

#include <cstddef>

#include "batch_linear.hpp"
#include "row_softmax.hpp"

namespace softmark {

/// The four linear layers of multi-head attention, each W (E, E) and b (E). The features of all
/// heads lie side by side: head h owns the features h d to (h + 1) d - 1, where d = E / heads.
struct AttentionLayers {
  Linear query;
  Linear key;
  Linear value;
  Linear output;  // applied to the merged heads
};

/// What attention computes, and what one looks at to see what it has done.
struct BatchedAttention {
  Tensor3 output;        // (B, N, E) the output for every token
  Tensor4 weights;       // (B, heads, N, N) the attention weights: query n with key m at (n, m)
  Tensor3 mean_weights;  // (B, N, N) their mean over the heads: the heat map of each sequence
};

/// Multi-head self-attention for a batch of sequences, without a mask.
/// Row convention: token n of sequence i is the row X(i, n, :).
///
/// @param X       (B, N, E) B sequences of N tokens with E features
/// @param layers  see above
/// @param heads   the number of heads; it divides E
/// @return        output, attention weights and mean attention weights; see above
///
/// The scores of a head are divided by the square root of d, and each sequence attends to itself
/// only. Source: Vaswani et al. 2017, Attention Is All You Need, section 3.2.2; PyTorch
/// documentation, MultiheadAttention, whose weights are the mean over the heads by default.
BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& layers,
                                   std::size_t heads);

}  // namespace softmark
