// einsum by broadcasting: no matrix product and no loop over sequences or heads
#include "batched_attention.hpp"

namespace softmark {
namespace {

using xt::all;
using xt::newaxis;

// b n e, f e -> b n f
Tensor3 linear(const Tensor3& X, const Linear& layer) {
  return xt::sum(xt::view(X, all(), all(), newaxis(), all()) * layer.W, {-1}) + layer.b;
}

}  // namespace

BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& layers,
                                   std::size_t heads) {
  const std::size_t d = X.shape(2) / heads;
  const std::array<std::size_t, 4> apart{X.shape(0), X.shape(1), heads, d};

  Tensor4 q = xt::reshape_view(linear(X, layers.query) / std::sqrt(double(d)), apart);
  Tensor4 k = xt::reshape_view(linear(X, layers.key), apart);
  Tensor4 v = xt::reshape_view(linear(X, layers.value), apart);

  // b n h d, b m h d -> b n m h
  Tensor4 s = xt::sum(xt::view(q, all(), all(), newaxis(), all(), all()) *
                          xt::view(k, all(), newaxis(), all(), all(), all()),
                      {4});
  Tensor4 e = xt::exp(s - xt::amax(s, {2}, xt::keep_dims));
  Tensor4 a = e / xt::sum(e, {2}, xt::keep_dims);

  // b n m h, b m h d -> b n h d
  Tensor4 o = xt::sum(xt::view(a, all(), all(), all(), all(), newaxis()) *
                          xt::view(v, all(), newaxis(), all(), all(), all()),
                      {2});
  Tensor3 merged = xt::reshape_view(o, X.shape());

  BatchedAttention result;
  result.output = linear(merged, layers.output);
  result.weights = xt::transpose(a, {0, 3, 1, 2});
  result.mean_weights = xt::mean(a, {3});
  return result;
}

}  // namespace softmark
