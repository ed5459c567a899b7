#include "single_query_attention.hpp"

namespace softmark {
namespace {

// Given: exercise 14, the linear layer applied to every token of every sequence.
[[maybe_unused]] Tensor3 batch_linear(const Tensor3& X, const Linear& layer) {
  return softmark::batch_linear(X, layer.W, layer.b);
}

}  // namespace

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix single_query_attention([[maybe_unused]] const Tensor3& X, [[maybe_unused]] const Matrix& q,
                              [[maybe_unused]] const Linear& key,
                              [[maybe_unused]] const Linear& value) {
  // TODO 1: the keys and the values of all tokens.
  Tensor3 keys;    // (B, N, d)
  Tensor3 values;  // (B, N, 1)
  throw NotImplemented("TODO 1: keys and values");
  record("keys", keys);
  record("values", values);

  // TODO 2: the scaled scores. Row i, column n: the query with key n of sequence i.
  Matrix scores;  // (B, N)
  throw NotImplemented("TODO 2: scaled scores");
  record("scaled scores", scores);

  // TODO 3: the attention weights. Those of each sequence sum to one. Large scores must not
  // overflow.
  Matrix weights;  // (B, N)
  throw NotImplemented("TODO 3: attention weights");
  record("attention weights", weights);

  // TODO 4: the answer for each sequence, its values weighted by its attention.
  Matrix answers;  // (B, 1)
  throw NotImplemented("TODO 4: answers");
  return answers;
}

}  // namespace softmark
