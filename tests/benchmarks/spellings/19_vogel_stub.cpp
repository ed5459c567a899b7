// the stub filled in, NumPy manner, most records kept
#include "counting_gradient.hpp"

#include <algorithm>

namespace softmark {
namespace {

struct Activations {
  Matrix embedded;  // (B N, E)
  Matrix keys;      // (B N, d)
  Matrix values;    // (B, N)
  Matrix weights;   // (B, N)
  Matrix answers;   // (B, 1)
  Matrix features;  // (B, H)
  Matrix logits;    // (B, 1)
};

Matrix linear(const Matrix& X, const Linear& layer) {
  return xt::linalg::dot(X, xt::transpose(layer.W)) + layer.b;
}

Activations run_forward(const xt::xtensor<int, 2>& ids, const CountingModel& model) {
  const std::size_t B = ids.shape(0), N = ids.shape(1);
  Activations a;
  a.embedded = xt::zeros<double>({B * N, model.table.shape(1)});
  for (std::size_t i = 0; i < B; ++i)
    for (std::size_t n = 0; n < N; ++n) xt::row(a.embedded, i * N + n) = xt::row(model.table, ids(i, n));
  a.keys = linear(a.embedded, model.key);
  a.values = linear(a.embedded, model.value);
  a.values.reshape({B, N});
  Matrix scores = xt::linalg::dot(a.keys, xt::transpose(model.query)) / std::sqrt(model.query.shape(1));
  scores.reshape({B, N});
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  a.weights = exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
  a.answers = xt::sum(a.weights * a.values, {1}, xt::keep_dims);
  a.features = xt::maximum(linear(a.answers, model.hidden), 0.0);
  a.logits = linear(a.features, model.output);
  return a;
}

}  // namespace

LossAndGradient counting_gradient(const xt::xtensor<int, 2>& ids, const Matrix& labels,
                                  const CountingModel& model) {
  const std::size_t B = ids.shape(0), N = ids.shape(1);
  const double root = std::sqrt(model.query.shape(1));
  const Activations a = run_forward(ids, model);
  CountingModel gradient;

  const double loss = xt::mean(xt::maximum(a.logits, 0.0) + xt::log1p(xt::exp(-xt::abs(a.logits))) -
                               labels * a.logits)();
  Matrix d_logits = (1.0 / (1.0 + xt::exp(-a.logits)) - labels) / double(B);
  record("d_logits", d_logits);

  gradient.output.W = xt::linalg::dot(xt::transpose(d_logits), a.features);
  gradient.output.b = xt::sum(d_logits, {0});
  Matrix d_hidden = xt::linalg::dot(d_logits, model.output.W);
  d_hidden *= (a.features > 0.0);
  record("d_hidden", d_hidden);

  gradient.hidden.W = xt::linalg::dot(xt::transpose(d_hidden), a.answers);
  gradient.hidden.b = xt::sum(d_hidden, {0});
  Matrix d_answers = xt::linalg::dot(d_hidden, model.hidden.W);

  Matrix d_values = d_answers * a.weights;
  Matrix d_weights = d_answers * a.values;
  Matrix d_scores = a.weights * (d_weights - xt::sum(a.weights * d_weights, {1}, xt::keep_dims));
  record("d_scores", d_scores);
  d_scores.reshape({B * N, std::size_t(1)});
  d_values.reshape({B * N, std::size_t(1)});

  gradient.query = xt::linalg::dot(xt::transpose(d_scores), a.keys) / root;
  Matrix d_keys = xt::linalg::dot(d_scores, model.query) / root;
  record("d_keys", d_keys);

  gradient.key.W = xt::linalg::dot(xt::transpose(d_keys), a.embedded);
  gradient.key.b = xt::sum(d_keys, {0});
  gradient.value.W = xt::linalg::dot(xt::transpose(d_values), a.embedded);
  gradient.value.b = xt::sum(d_values, {0});
  Matrix d_embedded = xt::linalg::dot(d_keys, model.key.W) + xt::linalg::dot(d_values, model.value.W);
  record("d_embedded", d_embedded);

  gradient.table = xt::zeros_like(model.table);
  for (std::size_t t = 0; t < B * N; ++t)
    xt::row(gradient.table, ids(t / N, t % N)) += xt::row(d_embedded, t);
  return {loss, gradient};
}

}  // namespace softmark
