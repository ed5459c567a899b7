#include "one_token_attention.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Vector): they show the shapes.
ModifiedToken one_token_attention([[maybe_unused]] const Matrix& X,
                                  [[maybe_unused]] const Matrix& Wq,
                                  [[maybe_unused]] const Matrix& Wk) {
  // TODO 1: token 1, which is a row of X, and its query.
  Vector token;  // (k)
  Vector query;  // (dq)
  throw NotImplemented("TODO 1: query");
  record("token", token);
  record("query", query);

  // TODO 2: the keys of all tokens. Row t is the key of token t.
  Matrix keys;  // (T, dq)
  throw NotImplemented("TODO 2: keys");
  record("keys", keys);

  // TODO 3: the scores, one for each token. They are not scaled here.
  Vector scores;  // (T)
  throw NotImplemented("TODO 3: scores");
  record("scores", scores);

  // TODO 4: the attention weights. Large scores must not overflow.
  Vector attention;  // (T)
  throw NotImplemented("TODO 4: attention weights");
  record("attention weights", attention);

  // TODO 5: the sum of all tokens, each weighted by its attention.
  Vector modified;  // (k)
  throw NotImplemented("TODO 5: modified token");
  return {modified, attention};
}

}  // namespace softmark
