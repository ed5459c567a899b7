#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// Layer normalisation without learned scale and shift, of rows that may be longer than the cache:
/// mean and variance of a row come from one pass over it, the normalised row from a second one.
///
/// @param X    (N, D) the N rows; their numbers may be near 1e8 and differ by little
/// @param eps  a small positive number, added to each variance before its root is taken
/// @return     (N, D) row n is (x_n - mean) / sqrt(variance + eps)
///
/// The variance is the biased one: the sum of the squared deviations divided by D, not by D - 1.
/// Source: Welford 1962, Note on a method for calculating corrected sums of squares and products;
/// Ba, Kiros and Hinton 2016, Layer Normalization, section 3.
Rows fused_layer_norm(const Rows& X, double eps);

}  // namespace softmark
