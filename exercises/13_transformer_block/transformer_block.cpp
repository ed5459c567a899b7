#include "transformer_block.hpp"

namespace softmark {
namespace {

// Given: exercise 06, the softmax of every row of `scores`.
[[maybe_unused]] Matrix softmax_rows(const Matrix& scores) {
  return row_softmax(scores);
}

// Given: exercise 12, with the usual eps.
[[maybe_unused]] Matrix layer_norm(const Matrix& X, const Norm& norm) {
  return softmark::layer_norm(X, norm.gamma, norm.beta, 1e-5);
}

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.

// TODO 1: the linear layer applied to each row of X, (N, in) to (N, out).
[[maybe_unused]] Matrix linear([[maybe_unused]] const Matrix& X,
                               [[maybe_unused]] const Linear& layer) {
  throw NotImplemented("TODO 1: linear");
}

// TODO 2: the d features of `features` (N, E) that belong to the head with this number: (N, d).
[[maybe_unused]] Matrix head_part([[maybe_unused]] const Matrix& features,
                                  [[maybe_unused]] std::size_t head,
                                  [[maybe_unused]] std::size_t d) {
  throw NotImplemented("TODO 2: head_part");
}

[[maybe_unused]] Matrix self_attention(const Matrix& X, const BlockParameters& parameters,
                                       std::size_t heads) {
  Matrix Q = linear(X, parameters.query);  // (N, E)
  Matrix K = linear(X, parameters.key);    // (N, E)
  Matrix V = linear(X, parameters.value);  // (N, E)
  record("queries", Q);
  record("keys", K);
  record("values", V);

  const std::size_t d = X.shape(1) / heads;
  Matrix merged = xt::zeros<double>({X.shape(0), X.shape(1)});  // (N, E)
  for (std::size_t head = 0; head < heads; ++head) {
    // TODO 3: this head's scaled scores. Row n, column m: query n with key m.
    Matrix scores;  // (N, N)
    throw NotImplemented("TODO 3: scaled scores of a head");
    record("scaled scores", scores);

    // TODO 4: its attention weights and its output.
    Matrix weights;  // (N, N)
    Matrix output;   // (N, d)
    throw NotImplemented("TODO 4: attention weights and output of a head");
    record("attention weights", weights);
    record("head output", output);

    // TODO 5: put the output into the columns of `merged` that belong to this head.
    throw NotImplemented("TODO 5: merged heads");
    (void)d;
  }
  record("merged heads", merged);

  return linear(merged, parameters.output);  // (N, E)
}

// TODO 6: expand, ReLU, shrink, for each row of h.
[[maybe_unused]] Matrix feed_forward([[maybe_unused]] const Matrix& h,
                                     [[maybe_unused]] const BlockParameters& parameters) {
  throw NotImplemented("TODO 6: feed_forward");
}

}  // namespace

Matrix transformer_block(const Matrix& X, const BlockParameters& parameters, std::size_t heads) {
  Matrix attention = self_attention(X, parameters, heads);  // (N, E)
  record("attention output", attention);

  // TODO 7: first residual connection and first layer norm.
  Matrix h;  // (N, E)
  throw NotImplemented("TODO 7: after attention");
  record("after attention", h);

  Matrix forward = feed_forward(h, parameters);  // (N, E)
  record("feed-forward output", forward);

  // TODO 8: second residual connection and second layer norm.
  Matrix result;  // (N, E)
  throw NotImplemented("TODO 8: result");
  return result;
}

}  // namespace softmark
