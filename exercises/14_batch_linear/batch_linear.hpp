#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// A linear layer applied to every token of a batch of sequences: y = W x + b for each token x.
/// Row convention: token n of sequence i is the row X(i, n, :), so each sequence becomes x W^T + b.
///
/// @param X  (B, N, E) B sequences of N tokens with E features
/// @param W  (d, E) the weights, stored (out, in) as in PyTorch
/// @param b  (d) the bias
/// @return   (B, N, d) element (i, n, :) is the layer's output for token n of sequence i
///
/// Source: PyTorch documentation, Linear.
Tensor3 batch_linear(const Tensor3& X, const Matrix& W, const Vector& b);

}  // namespace softmark
