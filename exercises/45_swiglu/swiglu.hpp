#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// The feed-forward network with a gate: (Swish(X W_gate) * (X W_up)) W_down, where * multiplies
/// element by element and Swish(z) = z / (1 + exp(-z)). There are no biases.
/// Row convention: token n is row n of X.
///
/// @param X       (N, E) the N tokens
/// @param W_gate  (E, F) makes the gates
/// @param W_up    (E, F) makes what the gates let through
/// @param W_down  (F, E) shrinks the hidden features to E
/// @return        (N, E) row n is the output for token n, finite for gates of any size
///
/// Source: Shazeer 2020, GLU Variants Improve Transformer, equation 6.
Matrix swiglu(const Matrix& X, const Matrix& W_gate, const Matrix& W_up, const Matrix& W_down);

}  // namespace softmark
