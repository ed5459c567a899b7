#pragma once

#include <softmark/exercise.hpp>

#include <cstddef>

namespace softmark {

/// Rotary positions: each pair of neighbouring features (2 i, 2 i + 1) of a token is turned by the
/// angle position * base^(-2 i / d).
/// Row convention: row n is a query or key, at position first + n.
///
/// @param X      (N, d) queries or keys, d even
/// @param first  the position of row 0, 0 at the beginning of a text
/// @param base   the number that the frequencies are powers of, more than 1
/// @return       (N, d) the turned rows: (x, y) becomes (x cos - y sin, x sin + y cos)
///
/// Source: Su et al. 2021, RoFormer: Enhanced Transformer with Rotary Position Embedding, section
/// 3.2.2 and equation 34, with pairs counted from 0.
Matrix rotary_positions(const Matrix& X, std::size_t first, double base);

}  // namespace softmark
