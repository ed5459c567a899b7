#include "counting_gradient.hpp"

#include <algorithm>

namespace softmark {
namespace {

// What the model computes on its way to the logits, kept for the way back. The tokens of all
// sequences lie below each other: row i N + n belongs to integer n of sequence i.
struct Activations {
  Matrix embedded;  // (B N, E)
  Matrix keys;      // (B N, d)
  Matrix values;    // (B, N)
  Matrix weights;   // (B, N) attention weights: every row sums to one
  Matrix answers;   // (B, 1)
  Matrix features;  // (B, H) hidden layer, after the ReLU
  Matrix logits;    // (B, 1)
};

// The linear layer applied to each row of X, (rows, in) to (rows, out). The bias is added number by
// number: training calls this a thousand times, and broadcasting takes ten times as long.
Matrix linear(const Matrix& X, const Linear& layer) {
  Matrix result = xt::linalg::dot(X, xt::transpose(layer.W));
  const std::size_t out = result.shape(1);
  const double* bias = layer.b.data();
  for (double* row = result.data(); row != result.data() + result.size(); row += out) {
    for (std::size_t j = 0; j < out; ++j) row[j] += bias[j];
  }
  return result;
}

// Exercise 18 once more, without its last line.
Activations run_forward(const xt::xtensor<int, 2>& ids, const CountingModel& model) {
  const std::size_t B = ids.shape(0);
  const std::size_t N = ids.shape(1);
  const double root = std::sqrt(model.query.shape(1));
  Activations a;
  a.embedded = xt::zeros<double>({B * N, model.table.shape(1)});
  for (std::size_t i = 0; i < B; ++i) {
    for (std::size_t n = 0; n < N; ++n) {
      const double* row = &model.table(ids(i, n), 0);
      std::copy_n(row, model.table.shape(1), &a.embedded(i * N + n, 0));
    }
  }
  a.keys = linear(a.embedded, model.key);
  a.values = linear(a.embedded, model.value);
  a.values.reshape({B, N});
  Matrix scores = xt::linalg::dot(a.keys, xt::transpose(model.query)) / root;
  scores.reshape({B, N});
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  a.weights = exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
  a.answers = xt::sum(a.weights * a.values, {1}, xt::keep_dims);
  record("answers", a.answers);
  a.features = linear(a.answers, model.hidden);
  for (double& feature : a.features) feature = std::max(feature, 0.0);
  record("features", a.features);
  a.logits = linear(a.features, model.output);
  return a;
}

}  // namespace

LossAndGradient counting_gradient(const xt::xtensor<int, 2>& ids, const Matrix& labels,
                                  const CountingModel& model) {
  const std::size_t B = ids.shape(0);
  const std::size_t N = ids.shape(1);
  const double root = std::sqrt(model.query.shape(1));
  const Activations a = run_forward(ids, model);
  CountingModel gradient;

  double loss = 0;
  Matrix d_logits = xt::zeros<double>({B, std::size_t(1)});  // (B, 1)
  for (std::size_t i = 0; i < B; ++i) {
    const double z = a.logits(i, 0);
    const double p = 1.0 / (1.0 + std::exp(-z));
    const double each = std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - labels(i, 0) * z;
    loss += each / B;
    d_logits(i, 0) = (p - labels(i, 0)) / B;
  }
  record("d_logits", d_logits);

  gradient.output.W = xt::linalg::dot(xt::transpose(d_logits), a.features);  // (1, H)
  gradient.output.b = xt::sum(d_logits, {0});                                // (1)
  Matrix d_hidden = xt::linalg::dot(d_logits, model.output.W);               // (B, H)
  d_hidden *= (a.features > 0.0);  // the slope of the ReLU, 1 or 0
  record("d_hidden", d_hidden);

  // The transpose of the small product, which is cheaper than the product of the large transpose.
  gradient.hidden.W = xt::transpose(xt::linalg::dot(xt::transpose(a.answers), d_hidden));  // (H, 1)
  gradient.hidden.b = xt::sum(d_hidden, {0});                                              // (H)
  Matrix d_answers = xt::linalg::dot(d_hidden, model.hidden.W);                            // (B, 1)
  record("d_answers", d_answers);

  Matrix d_values = d_answers * a.weights;  // (B, N)
  Matrix d_weights = d_answers * a.values;  // (B, N)
  record("d_values", d_values);
  record("d_weights", d_weights);

  Matrix row_terms = xt::sum(a.weights * d_weights, {1}, xt::keep_dims);  // (B, 1)
  Matrix d_scores = a.weights * (d_weights - row_terms);                  // (B, N)
  record("d_scores", d_scores);

  d_scores.reshape({B * N, std::size_t(1)});
  d_values.reshape({B * N, std::size_t(1)});

  gradient.query = xt::linalg::dot(xt::transpose(d_scores), a.keys) / root;  // (1, d)
  Matrix d_keys = xt::linalg::dot(d_scores, model.query) / root;             // (B N, d)
  record("d_keys", d_keys);

  gradient.key.W = xt::linalg::dot(xt::transpose(d_keys), a.embedded);      // (d, E)
  gradient.key.b = xt::sum(d_keys, {0});                                    // (d)
  gradient.value.W = xt::linalg::dot(xt::transpose(d_values), a.embedded);  // (1, E)
  gradient.value.b = xt::sum(d_values, {0});                                // (1)
  Matrix d_embedded = xt::linalg::dot(d_keys, model.key.W);                 // (B N, E)
  d_embedded += xt::linalg::dot(d_values, model.value.W);
  record("d_embedded", d_embedded);

  gradient.table = xt::zeros<double>({model.table.shape(0), model.table.shape(1)});  // (V, E)
  for (std::size_t i = 0; i < B; ++i) {
    for (std::size_t n = 0; n < N; ++n) {
      double* row = &gradient.table(ids(i, n), 0);
      const double* given = &d_embedded(i * N + n, 0);
      for (std::size_t e = 0; e < model.table.shape(1); ++e) row[e] += given[e];
    }
  }
  return {loss, gradient};
}

}  // namespace softmark
