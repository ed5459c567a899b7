#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// Root mean square normalisation: each token is divided by the root of the mean of its squared
/// features, then multiplied by gamma, feature by feature. Nothing is subtracted or added.
/// Row convention: token n is row n of X.
///
/// @param X      (N, E) the N tokens
/// @param gamma  (E) learned scale of each feature
/// @param eps    a small positive number, added to each mean square before its root is taken
/// @return       (N, E) row n is gamma * x_n / sqrt(mean of x_n's squares + eps)
///
/// Source: Zhang and Sennrich 2019, Root Mean Square Layer Normalization, equation 4; PyTorch
/// documentation, RMSNorm, for eps.
Matrix rms_norm(const Matrix& X, const Vector& gamma, double eps);

}  // namespace softmark
