// PyTorch manner: reshape_view, transpose of axes, stub kept
#include "batched_attention.hpp"

namespace softmark {
namespace {

Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

Tensor3 batch_linear(const Tensor3& X, const Linear& layer) {
  Tensor3 result = xt::zeros<double>({X.shape(0), X.shape(1), layer.W.shape(0)});
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    Matrix sequence = xt::view(X, i, xt::all(), xt::all());
    xt::view(result, i, xt::all(), xt::all()) =
        xt::linalg::dot(sequence, xt::transpose(layer.W)) + layer.b;
  }
  return result;
}

Matrix head_of(const Tensor4& all, std::size_t i, std::size_t h) {
  return xt::view(all, i, h, xt::all(), xt::all());
}

Tensor4 split_heads(const Tensor3& features, std::size_t heads) {
  const auto [B, N, E] = features.shape();
  Tensor4 apart = xt::reshape_view(features, {B, N, heads, E / heads});
  return xt::transpose(apart, {0, 2, 1, 3});
}

Tensor3 merge_heads(const Tensor4& split) {
  Tensor4 swapped = xt::transpose(split, {0, 2, 1, 3});
  return xt::reshape_view(
      swapped, {split.shape(0), split.shape(2), split.shape(1) * split.shape(3)});
}

}  // namespace

BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& layers,
                                   std::size_t heads) {
  const std::size_t B = X.shape(0);
  const std::size_t N = X.shape(1);
  const std::size_t d = X.shape(2) / heads;

  Tensor4 Q = split_heads(batch_linear(X, layers.query), heads);
  Tensor4 K = split_heads(batch_linear(X, layers.key), heads);
  Tensor4 V = split_heads(batch_linear(X, layers.value), heads);
  record("split queries", Q);
  record("split keys", K);
  record("split values", V);

  Tensor4 weights = xt::zeros<double>({B, heads, N, N});
  Tensor4 outputs = xt::zeros<double>({B, heads, N, d});
  for (std::size_t i = 0; i < B; ++i) {
    for (std::size_t h = 0; h < heads; ++h) {
      Matrix scores = xt::linalg::dot(head_of(Q, i, h), xt::transpose(head_of(K, i, h))) / std::sqrt(d);
      record("scaled scores", scores);
      Matrix attention = softmax_rows(scores);
      Matrix output = xt::linalg::dot(attention, head_of(V, i, h));
      xt::view(weights, i, h, xt::all(), xt::all()) = attention;
      xt::view(outputs, i, h, xt::all(), xt::all()) = output;
    }
  }

  Tensor3 output = batch_linear(merge_heads(outputs), layers.output);
  Tensor3 mean_weights = xt::mean(weights, {1});
  return {output, weights, mean_weights};
}

}  // namespace softmark
