#include "learned_attention.hpp"

namespace softmark {
namespace {

// Given: exercise 06, the softmax of every row of `scores`.
[[maybe_unused]] Matrix softmax_rows(const Matrix& scores) {
  return row_softmax(scores);
}

}  // namespace

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix learned_attention([[maybe_unused]] const Matrix& X, [[maybe_unused]] const Matrix& Wq,
                         [[maybe_unused]] const Matrix& Wk, [[maybe_unused]] const Matrix& Wv) {
  // TODO 1: the queries, keys and values of all tokens.
  Matrix Q;  // (N, d)
  Matrix K;  // (N, d)
  Matrix V;  // (N, Dv)
  throw NotImplemented("TODO 1: queries, keys and values");
  record("queries", Q);
  record("keys", K);
  record("values", V);

  // TODO 2: the scaled scores. Entry (n, m) compares query n with key m.
  Matrix scores;  // (N, N)
  throw NotImplemented("TODO 2: scaled scores");
  record("scaled scores", scores);

  // TODO 3: the attention weights. Each query's weights sum to one.
  Matrix attention;  // (N, N)
  throw NotImplemented("TODO 3: attention weights");
  record("attention weights", attention);

  // TODO 4: the output. Row n is the sum of all values, weighted by the attention of query n.
  Matrix output;  // (N, Dv)
  throw NotImplemented("TODO 4: output");
  return output;
}

}  // namespace softmark
