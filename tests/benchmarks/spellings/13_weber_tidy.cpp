// the stub filled in, in NumPy manner, records kept
#include "transformer_block.hpp"

namespace softmark {
namespace {

Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

Matrix layer_norm(const Matrix& X, const Norm& norm) {
  const double eps = 1e-5;
  Matrix centered = X - xt::mean(X, {1}, xt::keep_dims);
  Matrix variances = xt::mean(centered * centered, {1}, xt::keep_dims);
  Matrix normalized = centered / xt::sqrt(variances + eps);
  return normalized * norm.gamma + norm.beta;
}

Matrix linear(const Matrix& X, const Linear& layer) {
  return xt::linalg::dot(X, xt::transpose(layer.W)) + layer.b;
}

Matrix head_part(const Matrix& features, std::size_t head, std::size_t d) {
  return xt::view(features, xt::all(), xt::range(head * d, (head + 1) * d));
}

Matrix self_attention(const Matrix& X, const BlockParameters& parameters, std::size_t heads) {
  Matrix Q = linear(X, parameters.query);
  Matrix K = linear(X, parameters.key);
  Matrix V = linear(X, parameters.value);
  record("queries", Q);
  record("keys", K);
  record("values", V);

  const std::size_t d = X.shape(1) / heads;
  Matrix merged = xt::zeros_like(X);
  for (std::size_t head = 0; head < heads; ++head) {
    Matrix q = head_part(Q, head, d), k = head_part(K, head, d), v = head_part(V, head, d);
    Matrix scores = xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(d);
    record("scaled scores", scores);
    Matrix weights = softmax_rows(scores);
    record("attention weights", weights);
    Matrix output = xt::linalg::dot(weights, v);
    record("head output", output);
    xt::view(merged, xt::all(), xt::range(head * d, head * d + d)) = output;
  }
  record("merged heads", merged);
  return linear(merged, parameters.output);
}

Matrix feed_forward(const Matrix& h, const BlockParameters& parameters) {
  Matrix hidden = xt::maximum(linear(h, parameters.expand), 0.0);
  return linear(hidden, parameters.shrink);
}

}  // namespace

Matrix transformer_block(const Matrix& X, const BlockParameters& parameters, std::size_t heads) {
  Matrix attention = self_attention(X, parameters, heads);
  record("attention output", attention);
  Matrix h = layer_norm(X + attention, parameters.norm1);
  record("after attention", h);
  Matrix forward = feed_forward(h, parameters);
  record("feed-forward output", forward);
  return layer_norm(h + forward, parameters.norm2);
}

}  // namespace softmark
