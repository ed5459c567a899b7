#include "batched_attention.hpp"

namespace softmark {
namespace {

// The softmax of every row of `scores`.
Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

// Exercise 14, the linear layer applied to every token of every sequence.
Tensor3 batch_linear(const Tensor3& X, const Linear& layer) {
  Tensor3 result = xt::zeros<double>({X.shape(0), X.shape(1), layer.W.shape(0)});
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    Matrix sequence = xt::view(X, i, xt::all(), xt::all());
    Matrix projected = xt::linalg::dot(sequence, xt::transpose(layer.W)) + layer.b;
    xt::view(result, i, xt::all(), xt::all()) = projected;
  }
  return result;
}

// The matrix (N, columns) of head h of sequence i.
Matrix head_of(const Tensor4& all, std::size_t i, std::size_t h) {
  return xt::view(all, i, h, xt::all(), xt::all());
}

// The features (B, N, E) divided among the heads: (B, heads, N, d).
Tensor4 split_heads(const Tensor3& features, std::size_t heads) {
  const std::size_t d = features.shape(2) / heads;
  Tensor4 split = xt::zeros<double>({features.shape(0), heads, features.shape(1), d});
  for (std::size_t i = 0; i < split.shape(0); ++i) {
    for (std::size_t h = 0; h < heads; ++h) {
      for (std::size_t n = 0; n < split.shape(2); ++n) {
        for (std::size_t j = 0; j < d; ++j) {
          split(i, h, n, j) = features(i, n, h * d + j);
        }
      }
    }
  }
  return split;
}

// The outputs of the heads (B, heads, N, d), side by side again: (B, N, E).
Tensor3 merge_heads(const Tensor4& split) {
  const std::size_t heads = split.shape(1);
  const std::size_t d = split.shape(3);
  Tensor3 merged = xt::zeros<double>({split.shape(0), split.shape(2), heads * d});
  for (std::size_t i = 0; i < split.shape(0); ++i) {
    for (std::size_t h = 0; h < heads; ++h) {
      for (std::size_t n = 0; n < split.shape(2); ++n) {
        for (std::size_t j = 0; j < d; ++j) {
          merged(i, n, h * d + j) = split(i, h, n, j);
        }
      }
    }
  }
  return merged;
}

}  // namespace

BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& layers,
                                   std::size_t heads) {
  const std::size_t B = X.shape(0);
  const std::size_t N = X.shape(1);
  const std::size_t d = X.shape(2) / heads;

  Tensor4 Q = split_heads(batch_linear(X, layers.query), heads);  // (B, heads, N, d)
  Tensor4 K = split_heads(batch_linear(X, layers.key), heads);    // (B, heads, N, d)
  Tensor4 V = split_heads(batch_linear(X, layers.value), heads);  // (B, heads, N, d)
  record("split queries", Q);
  record("split keys", K);
  record("split values", V);

  Tensor4 weights = xt::zeros<double>({B, heads, N, N});
  Tensor4 outputs = xt::zeros<double>({B, heads, N, d});
  for (std::size_t i = 0; i < B; ++i) {
    for (std::size_t h = 0; h < heads; ++h) {
      Matrix q = head_of(Q, i, h);  // (N, d)
      Matrix k = head_of(K, i, h);  // (N, d)
      Matrix v = head_of(V, i, h);  // (N, d)

      Matrix scores = xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(d);  // (N, N)
      record("scaled scores", scores);

      Matrix attention = softmax_rows(scores);  // (N, N): every row sums to one
      record("attention weights", attention);
      Matrix output = xt::linalg::dot(attention, v);  // (N, d)
      record("head output", output);

      xt::view(weights, i, h, xt::all(), xt::all()) = attention;
      xt::view(outputs, i, h, xt::all(), xt::all()) = output;
    }
  }

  Tensor3 merged = merge_heads(outputs);  // (B, N, E)
  record("merged heads", merged);

  Tensor3 output = batch_linear(merged, layers.output);  // (B, N, E)
  Tensor3 mean_weights = xt::mean(weights, {1});         // (B, N, N)
  return {output, weights, mean_weights};
}

}  // namespace softmark
