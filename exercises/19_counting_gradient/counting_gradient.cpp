#include "counting_gradient.hpp"

#include <algorithm>

namespace softmark {
namespace {

// Given: what the model computes on its way to the logits, kept for the way back. The tokens of all
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

// Given: the linear layer applied to each row of X, (rows, in) to (rows, out). The bias is added
// number by number: training calls this a thousand times, and broadcasting takes ten times as long.
Matrix linear(const Matrix& X, const Linear& layer) {
  Matrix result = xt::linalg::dot(X, xt::transpose(layer.W));
  const std::size_t out = result.shape(1);
  const double* bias = layer.b.data();
  for (double* row = result.data(); row != result.data() + result.size(); row += out) {
    for (std::size_t j = 0; j < out; ++j) row[j] += bias[j];
  }
  return result;
}

// Given: exercise 18 once more, without its last line.
[[maybe_unused]] Activations run_forward(const xt::xtensor<int, 2>& ids,
                                         const CountingModel& model) {
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

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
// d_logits is the gradient of the loss in the logits, and so on.
LossAndGradient counting_gradient(const xt::xtensor<int, 2>& ids,
                                  [[maybe_unused]] const Matrix& labels,
                                  const CountingModel& model) {
  const std::size_t B = ids.shape(0);
  const std::size_t N = ids.shape(1);
  [[maybe_unused]] const double root = std::sqrt(model.query.shape(1));  // of d
  [[maybe_unused]] const Activations a = run_forward(ids, model);
  CountingModel gradient;

  // TODO 1: the loss, from a.logits; no logit may make it infinite or NaN.
  double loss = 0;
  throw NotImplemented("TODO 1: loss");

  // TODO 2: the gradient in the logits.
  Matrix d_logits;  // (B, 1)
  throw NotImplemented("TODO 2: d_logits");
  record("d_logits", d_logits);

  // TODO 3: back through the output layer and the ReLU: gradient.output.W (1, H),
  // gradient.output.b (1), and the gradient in the hidden layer's output before the ReLU.
  Matrix d_hidden;  // (B, H)
  throw NotImplemented("TODO 3: output layer and ReLU");
  record("d_hidden", d_hidden);

  // TODO 4: back through the hidden layer: gradient.hidden.W (H, 1), gradient.hidden.b (H), and
  // the gradient in the answers.
  Matrix d_answers;  // (B, 1)
  throw NotImplemented("TODO 4: hidden layer");
  record("d_answers", d_answers);

  // TODO 5: an answer is the sum of weights times values: the gradients in both factors.
  Matrix d_values;   // (B, N)
  Matrix d_weights;  // (B, N)
  throw NotImplemented("TODO 5: d_values and d_weights");
  record("d_values", d_values);
  record("d_weights", d_weights);

  // TODO 6: back through the softmax of each row.
  Matrix d_scores;  // (B, N)
  throw NotImplemented("TODO 6: d_scores");
  record("d_scores", d_scores);

  // Given: from here on the tokens of all sequences lie below each other, as in a.embedded.
  d_scores.reshape({B * N, std::size_t(1)});
  d_values.reshape({B * N, std::size_t(1)});

  // TODO 7: a score is the dot product of query and key, divided by root: gradient.query (1, d),
  // and the gradient in the keys.
  Matrix d_keys;  // (B N, d)
  throw NotImplemented("TODO 7: query and d_keys");
  record("d_keys", d_keys);

  // TODO 8: back through the key layer and the value layer: gradient.key.W (d, E),
  // gradient.key.b (d), gradient.value.W (1, E), gradient.value.b (1). The embeddings went into
  // both layers: what comes back from the two is added.
  Matrix d_embedded;  // (B N, E)
  throw NotImplemented("TODO 8: key layer and value layer");
  record("d_embedded", d_embedded);

  // TODO 9: the table. Row i N + n of d_embedded belongs to row ids(i, n) of the table.
  gradient.table = xt::zeros<double>({model.table.shape(0), model.table.shape(1)});  // (V, E)
  throw NotImplemented("TODO 9: table");
  return {loss, gradient};
}

}  // namespace softmark
