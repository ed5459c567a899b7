#include "single_query_attention.hpp"

namespace softmark {
namespace {

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

}  // namespace

Matrix single_query_attention(const Tensor3& X, const Matrix& q, const Linear& key,
                              const Linear& value) {
  Tensor3 keys = batch_linear(X, key);      // (B, N, d)
  Tensor3 values = batch_linear(X, value);  // (B, N, 1)
  record("keys", keys);
  record("values", values);

  const double d = q.shape(1);
  Matrix scores = xt::sum(keys * q, {2}) / std::sqrt(d);  // (B, N)
  record("scaled scores", scores);

  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  Matrix weights = exponentials / xt::sum(exponentials, {1}, xt::keep_dims);  // (B, N)
  record("attention weights", weights);

  Matrix numbers = xt::view(values, xt::all(), xt::all(), 0);  // (B, N)
  return xt::sum(weights * numbers, {1}, xt::keep_dims);       // (B, 1)
}

}  // namespace softmark
