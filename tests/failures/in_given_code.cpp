// exercise: 15_single_query_attention
#include "single_query_attention.hpp"

namespace softmark {
namespace {

// Given: exercise 14, the linear layer applied to every token of every sequence.
[[maybe_unused]] Tensor3 batch_linear(const Tensor3& X, const Linear& layer) {
  return softmark::batch_linear(X, layer.W, layer.b);
}

}  // namespace

Matrix single_query_attention(const Tensor3& X, const Matrix& q, const Linear& key, const Linear&) {
  const Linear turned{xt::ones<double>({q.shape(1), X.shape(2) + 1}), key.b};
  Tensor3 keys = batch_linear(X, turned);  // HERE
  return xt::view(keys, xt::all(), xt::all(), 0);
}

}  // namespace softmark
