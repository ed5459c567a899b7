#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// The embeddings of a sequence of tokens: for each id, the row of the table that belongs to it.
/// Row convention: token n is row n of the result.
///
/// @param table  (V, E) row i is the embedding of the token with the id i
/// @param ids    (N) the ids of the tokens, in order, each from 0 to V - 1; an id may occur again
/// @return       (N, E) row n is the embedding of token n
///
/// Source: Vaswani et al. 2017, section 3.4, without its factor; torch.nn.Embedding.
Matrix embedding(const Matrix& table, const xt::xtensor<int, 1>& ids);

}  // namespace softmark
