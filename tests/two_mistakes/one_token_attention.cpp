#include "one_token_attention.hpp"

namespace softmark {

ModifiedToken one_token_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk) {
  Vector token = xt::view(X, X.shape(0) > 2 ? 2 : 1, xt::all());  // (k)
  record("token", token);

  Vector query = xt::linalg::dot(token, Wq);  // (dq)
  record("query", query);

  Matrix keys = xt::linalg::dot(X, Wk);  // (T, dq)
  record("keys", keys);

  Vector scores = xt::linalg::dot(keys, query) / std::sqrt(double(query.size()));  // (T)
  record("scores", scores);

  Vector exponentials = xt::exp(scores - xt::amax(scores)());
  Vector attention = exponentials / xt::sum(exponentials)();  // (T)
  record("attention weights", attention);

  Vector modified = xt::linalg::dot(attention, X);  // (k)
  return {modified, attention};
}

}  // namespace softmark
