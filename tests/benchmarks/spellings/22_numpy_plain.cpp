// short NumPy translation
#include "one_token_attention.hpp"

namespace softmark {

ModifiedToken one_token_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk) {
  Vector query = xt::linalg::dot(xt::view(X, 1, xt::all()), Wq);
  record("query", query);
  Matrix keys = xt::linalg::dot(X, Wk);
  record("keys", keys);
  Vector scores = xt::linalg::dot(keys, query);
  record("scores", scores);
  Vector attention = xt::exp(scores - xt::amax(scores));
  attention /= xt::sum(attention)();
  record("attention weights", attention);
  Vector modified = xt::linalg::dot(attention, X);
  return {modified, attention};
}

}  // namespace softmark
