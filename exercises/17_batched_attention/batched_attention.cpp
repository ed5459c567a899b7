#include "batched_attention.hpp"

namespace softmark {
namespace {

// Given: exercise 06, the softmax of every row of `scores`.
[[maybe_unused]] Matrix softmax_rows(const Matrix& scores) {
  return row_softmax(scores);
}

// Given: exercise 14, the linear layer applied to every token of every sequence.
[[maybe_unused]] Tensor3 batch_linear(const Tensor3& X, const Linear& layer) {
  return softmark::batch_linear(X, layer.W, layer.b);
}

// Given: the matrix (N, columns) of head h of sequence i.
[[maybe_unused]] Matrix head_of(const Tensor4& all, std::size_t i, std::size_t h) {
  return xt::view(all, i, h, xt::all(), xt::all());
}

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.

// TODO 1: the features (B, N, E) divided among the heads: (B, heads, N, d). Head h gets the
// columns h d to (h + 1) d - 1 of every sequence.
[[maybe_unused]] Tensor4 split_heads([[maybe_unused]] const Tensor3& features,
                                     [[maybe_unused]] std::size_t heads) {
  throw NotImplemented("TODO 1: split_heads");
}

// TODO 5: the way back: the outputs of the heads (B, heads, N, d), side by side as (B, N, E).
[[maybe_unused]] Tensor3 merge_heads([[maybe_unused]] const Tensor4& split) {
  throw NotImplemented("TODO 5: merge_heads");
}

}  // namespace

BatchedAttention batched_attention(const Tensor3& X, [[maybe_unused]] const AttentionLayers& layers,
                                   std::size_t heads) {
  const std::size_t B = X.shape(0);
  const std::size_t N = X.shape(1);
  const std::size_t d = X.shape(2) / heads;

  // TODO 2: the queries, keys and values of all tokens, divided among the heads.
  Tensor4 Q;  // (B, heads, N, d)
  Tensor4 K;  // (B, heads, N, d)
  Tensor4 V;  // (B, heads, N, d)
  throw NotImplemented("TODO 2: queries, keys and values");
  record("split queries", Q);
  record("split keys", K);
  record("split values", V);

  Tensor4 weights = xt::zeros<double>({B, heads, N, N});
  Tensor4 outputs = xt::zeros<double>({B, heads, N, d});
  for (std::size_t i = 0; i < B; ++i) {
    for (std::size_t h = 0; h < heads; ++h) {
      // TODO 3: the scaled scores of head h of sequence i. Row n, column m: query n with key m.
      Matrix scores;  // (N, N)
      throw NotImplemented("TODO 3: scaled scores of a head");
      record("scaled scores", scores);

      // TODO 4: its attention weights and its output.
      Matrix attention;  // (N, N)
      Matrix output;     // (N, d)
      throw NotImplemented("TODO 4: attention weights and output of a head");
      record("attention weights", attention);
      record("head output", output);

      xt::view(weights, i, h, xt::all(), xt::all()) = attention;
      xt::view(outputs, i, h, xt::all(), xt::all()) = output;
    }
  }

  Tensor3 merged = merge_heads(outputs);  // (B, N, E)
  record("merged heads", merged);

  // TODO 6: the output layer, and the mean of the weights over the heads.
  Tensor3 output;        // (B, N, E)
  Tensor3 mean_weights;  // (B, N, N)
  throw NotImplemented("TODO 6: output and mean weights");
  return {output, weights, mean_weights};
}

}  // namespace softmark
