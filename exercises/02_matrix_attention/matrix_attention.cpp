#include "matrix_attention.hpp"

namespace softmark {
namespace {

// Given: the softmax of every column of `scores` (N, N). Subtracting each column's largest score
// first keeps exp() from overflowing and changes nothing else.
[[maybe_unused]] Matrix softmax_columns(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {0}, xt::keep_dims);
}

}  // namespace

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix matrix_attention([[maybe_unused]] const Matrix& X, [[maybe_unused]] const Projection& query,
                        [[maybe_unused]] const Projection& key,
                        [[maybe_unused]] const Projection& value) {
  // TODO 1: the queries, keys and values of all tokens (equation 12.6).
  Matrix Q;  // (Dq, N)
  Matrix K;  // (Dq, N)
  Matrix V;  // (Dv, N)
  throw NotImplemented("TODO 1: queries, keys and values");
  record("queries", Q);
  record("keys", K);
  record("values", V);

  // TODO 2: the scores. Entry (m, n) is the dot product of key m and query n.
  Matrix scores;  // (N, N)
  throw NotImplemented("TODO 2: scores");
  record("scores", scores);

  // TODO 3: the attention weights. Each query's weights sum to one.
  Matrix attention;  // (N, N)
  throw NotImplemented("TODO 3: attention weights");
  record("attention weights", attention);

  // TODO 4: the output. Column n is the sum of all values, weighted by the attention of query n.
  Matrix X_prime;  // (Dv, N)
  throw NotImplemented("TODO 4: output");
  return X_prime;
}

}  // namespace softmark
