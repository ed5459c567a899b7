#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// Layer normalisation: each token is shifted to mean 0 and scaled to variance 1 over its own
/// features, then multiplied by gamma and moved by beta, feature by feature.
/// Row convention: token n is row n of X.
///
/// @param X      (N, E) the N tokens
/// @param gamma  (E) learned scale of each feature
/// @param beta   (E) learned shift of each feature
/// @param eps    a small positive number, added to each variance before its root is taken
/// @return       (N, E) row n is gamma * (x_n - mean) / sqrt(variance + eps) + beta
///
/// The variance is the biased one: the sum of the squared deviations divided by E, not by E - 1.
/// Source: Ba, Kiros and Hinton 2016, Layer Normalization; PyTorch documentation, LayerNorm.
Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps);

}  // namespace softmark
