#pragma once

#include <softmark/exercise.hpp>
#include <softmark/linear.hpp>

#include <cstddef>

#include "layer_norm.hpp"
#include "row_softmax.hpp"

namespace softmark {

/// The learned part of a layer norm: scale and shift of each feature.
struct Norm {
  Vector gamma;  // (E)
  Vector beta;   // (E)
};

/// All that a block has learned. The feed-forward network expands E features to F and shrinks them
/// back.
struct BlockParameters {
  Linear query;   // W (E, E)
  Linear key;     // W (E, E)
  Linear value;   // W (E, E)
  Linear output;  // W (E, E), applied to the merged heads
  Norm norm1;     // after attention
  Linear expand;  // W (F, E)
  Linear shrink;  // W (E, F)
  Norm norm2;     // after the feed-forward network
};

/// One transformer block, post-norm, as it runs when it is used (dropout does nothing):
///
///     h      = layer_norm1(X + multi_head_self_attention(X))
///     result = layer_norm2(h + shrink(relu(expand(h))))
///
/// Row convention: token n is row n of X.
///
/// @param X           (N, E) the tokens of one sequence
/// @param parameters  see above
/// @param heads       the number of heads; it divides E. Head i owns the features i d to
///                    (i + 1) d - 1 of queries, keys and values, where d = E / heads
/// @return            (N, E) row n is the block's output for token n
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, sections 3.1 to 3.3.
Matrix transformer_block(const Matrix& X, const BlockParameters& parameters, std::size_t heads);

}  // namespace softmark
