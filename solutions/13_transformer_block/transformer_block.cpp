#include "transformer_block.hpp"

namespace softmark {
namespace {

// The softmax of every row of `scores`.
Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

// Exercise 12, with the usual eps.
Matrix layer_norm(const Matrix& X, const Norm& norm) {
  const double eps = 1e-5;
  Matrix centered = X - xt::mean(X, {1}, xt::keep_dims);
  Matrix variances = xt::mean(centered * centered, {1}, xt::keep_dims);
  Matrix normalized = centered / xt::sqrt(variances + eps);
  return normalized * norm.gamma + norm.beta;
}

// The linear layer applied to each row of X, (N, in) to (N, out).
Matrix linear(const Matrix& X, const Linear& layer) {
  return xt::linalg::dot(X, xt::transpose(layer.W)) + layer.b;
}

// The d features of `features` (N, E) that belong to the head with this number: (N, d).
Matrix head_part(const Matrix& features, std::size_t head, std::size_t d) {
  return xt::view(features, xt::all(), xt::range(head * d, (head + 1) * d));
}

Matrix self_attention(const Matrix& X, const BlockParameters& parameters, std::size_t heads) {
  Matrix Q = linear(X, parameters.query);  // (N, E)
  Matrix K = linear(X, parameters.key);    // (N, E)
  Matrix V = linear(X, parameters.value);  // (N, E)
  record("queries", Q);
  record("keys", K);
  record("values", V);

  const std::size_t d = X.shape(1) / heads;
  Matrix merged = xt::zeros<double>({X.shape(0), X.shape(1)});  // (N, E)
  for (std::size_t head = 0; head < heads; ++head) {
    Matrix q = head_part(Q, head, d);                                     // (N, d)
    Matrix k = head_part(K, head, d);                                     // (N, d)
    Matrix v = head_part(V, head, d);                                     // (N, d)
    Matrix scores = xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(d);  // (N, N)
    record("scaled scores", scores);

    Matrix weights = softmax_rows(scores);  // (N, N): every row sums to one
    record("attention weights", weights);
    Matrix output = xt::linalg::dot(weights, v);  // (N, d)
    record("head output", output);

    xt::view(merged, xt::all(), xt::range(head * d, (head + 1) * d)) = output;
  }
  record("merged heads", merged);

  return linear(merged, parameters.output);  // (N, E)
}

// Expand, ReLU, shrink, for each row of h.
Matrix feed_forward(const Matrix& h, const BlockParameters& parameters) {
  Matrix hidden = linear(h, parameters.expand);  // (N, F)
  Matrix positive = xt::maximum(hidden, 0.0);    // (N, F)
  return linear(positive, parameters.shrink);    // (N, E)
}

}  // namespace

Matrix transformer_block(const Matrix& X, const BlockParameters& parameters, std::size_t heads) {
  Matrix attention = self_attention(X, parameters, heads);  // (N, E)
  record("attention output", attention);

  Matrix h = layer_norm(X + attention, parameters.norm1);  // (N, E)
  record("after attention", h);

  Matrix forward = feed_forward(h, parameters);  // (N, E)
  record("feed-forward output", forward);

  return layer_norm(h + forward, parameters.norm2);  // (N, E)
}

}  // namespace softmark
