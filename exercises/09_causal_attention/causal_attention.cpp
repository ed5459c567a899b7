#include "causal_attention.hpp"

namespace softmark {
namespace {

// Given: exercise 06, the softmax of every row of `scores`; exp() of minus infinity is 0.
[[maybe_unused]] Matrix softmax_rows(const Matrix& scores) {
  return row_softmax(scores);
}

}  // namespace

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix causal_attention([[maybe_unused]] const Matrix& Q, [[maybe_unused]] const Matrix& K,
                        [[maybe_unused]] const Matrix& V) {
  // TODO 1: the scaled scores. Entry (i, j) compares query i with key j.
  Matrix scores;  // (Nq, Nk)
  throw NotImplemented("TODO 1: scaled scores");
  record("scaled scores", scores);

  // TODO 2: the mask. Set to -INFINITY the score of each key that a query may not look at.
  throw NotImplemented("TODO 2: mask");

  // TODO 3: the attention weights. Each query's weights sum to one.
  Matrix attention;  // (Nq, Nk)
  throw NotImplemented("TODO 3: attention weights");
  record("attention weights", attention);

  // TODO 4: the output. Row i is the sum of all values, weighted by the attention of query i.
  Matrix output;  // (Nq, Dv)
  throw NotImplemented("TODO 4: output");
  return output;
}

}  // namespace softmark
