// no linear algebra: broadcasting, newaxis and sums over an axis
#include "one_token_attention.hpp"

namespace softmark {

ModifiedToken one_token_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk) {
  // q_j = sum_i x_i Wq_ij
  const Vector x1 = xt::row(X, 1);
  const Vector query = xt::sum(xt::expand_dims(x1, 1) * Wq, {0});
  record("query", query);

  // keys_tj = sum_i X_ti Wk_ij, as one big (T, k, dq) product that is summed over its middle
  const auto tokens = xt::view(X, xt::all(), xt::all(), xt::newaxis());
  const auto weights = xt::view(Wk, xt::newaxis(), xt::all(), xt::all());
  const Matrix keys = xt::sum(tokens * weights, {1});
  record("keys", keys);

  const Vector scores = xt::sum(keys * query, {-1});
  record("scores", scores);

  const Vector up = xt::exp(scores - xt::amax(scores)());
  ModifiedToken token;
  token.attention = up / xt::sum(up);
  record("attention weights", token.attention);
  token.modified = xt::sum(X * xt::view(token.attention, xt::all(), xt::newaxis()), {0});
  return token;
}

}  // namespace softmark
