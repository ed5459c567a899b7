// xarray with dynamic dimensions, helper softmax with an axis argument, log-sum-exp
#include "single_query_attention.hpp"

namespace softmark {
namespace {

using Array = xt::xarray<double>;

Array logsumexp(const Array& a, std::size_t axis) {
  Array top = xt::amax(a, {axis}, xt::keep_dims);
  Array shifted = xt::exp(a - top);
  return xt::log(xt::sum(shifted, {axis}, xt::keep_dims)) + top;
}

Array run_layer(const Array& X, const Linear& layer) {
  Array Y = xt::zeros<double>({X.shape(0), X.shape(1), layer.W.shape(0)});
  for (std::size_t j = 0; j < layer.W.shape(0); ++j) {
    xt::view(Y, xt::all(), xt::all(), j) = xt::sum(X * xt::row(layer.W, j), {2}) + layer.b(j);
  }
  return Y;
}

}  // namespace

Matrix single_query_attention(const Tensor3& X, const Matrix& q, const Linear& key,
                              const Linear& value) {
  Array keys = run_layer(X, key);
  Array values = run_layer(X, value);
  record("keys", keys);
  record("values", values);

  Array scores = xt::sum(keys * q, {2}, xt::keep_dims) / std::sqrt(q.size());
  Array weights = xt::exp(scores - logsumexp(scores, 1));  // (B, N, 1)
  Array answers = xt::sum(weights * values, {1});
  return answers;
}

}  // namespace softmark
