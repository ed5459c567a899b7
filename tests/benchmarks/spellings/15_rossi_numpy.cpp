// NumPy manner: one expression for each step, keep_dims everywhere
#include "single_query_attention.hpp"

namespace softmark {
namespace {

Tensor3 batch_linear(const Tensor3& X, const Linear& layer) {
  Tensor3 result = xt::zeros<double>({X.shape(0), X.shape(1), layer.W.shape(0)});
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    Matrix sequence = xt::view(X, i, xt::all(), xt::all());
    xt::view(result, i, xt::all(), xt::all()) =
        xt::linalg::dot(sequence, xt::transpose(layer.W)) + layer.b;
  }
  return result;
}

}  // namespace

Matrix single_query_attention(const Tensor3& X, const Matrix& q, const Linear& key,
                              const Linear& value) {
  Tensor3 keys = batch_linear(X, key);
  Tensor3 values = batch_linear(X, value);
  record("keys", keys);
  record("values", values);

  Matrix scores = xt::sum(keys * q, {-1}) / std::sqrt(q.shape(1));
  record("scaled scores", scores);

  Matrix weights = xt::exp(scores - xt::amax(scores, {-1}, xt::keep_dims));
  weights /= Matrix(xt::sum(weights, {-1}, xt::keep_dims));
  record("attention weights", weights);

  return xt::sum(weights * xt::squeeze(values, 2), {1}, xt::keep_dims);
}

}  // namespace softmark
