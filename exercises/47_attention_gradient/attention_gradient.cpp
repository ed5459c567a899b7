#include "attention_gradient.hpp"

namespace softmark {
namespace {

// Given: exercise 06, the softmax of every row of `scores`; exp() of minus infinity is 0.
[[maybe_unused]] Matrix softmax_rows(const Matrix& scores) { return row_softmax(scores); }

}  // namespace

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
AttentionGradient attention_gradient([[maybe_unused]] const Matrix& Q,
                                     [[maybe_unused]] const Matrix& K,
                                     [[maybe_unused]] const Matrix& V,
                                     [[maybe_unused]] const Matrix& d_output) {
  AttentionGradient gradient;

  // TODO 1: the scaled scores, and below `record` the mask, as in exercise 09.
  Matrix scores;  // (Nq, Nk)
  throw NotImplemented("TODO 1: scaled scores and mask");
  record("scaled scores", scores);

  // TODO 2: the attention weights.
  Matrix weights;  // (Nq, Nk)
  throw NotImplemented("TODO 2: attention weights");
  record("attention weights", weights);

  // TODO 3: the gradient in the values, and that in the weights.
  Matrix d_weights;  // (Nq, Nk)
  throw NotImplemented("TODO 3: d_V and d_weights");
  record("d_weights", d_weights);

  // TODO 4: the gradient in the scores.
  Matrix d_scores;  // (Nq, Nk)
  throw NotImplemented("TODO 4: d_scores");
  record("d_scores", d_scores);

  // TODO 5: the gradient in the queries.
  throw NotImplemented("TODO 5: d_Q");

  // TODO 6: the gradient in the keys.
  throw NotImplemented("TODO 6: d_K");

  // Prints where the gradient differs from differences of the loss; see ./grade case 47.
  // check_by_differences(Q, K, V, d_output, gradient);
  return gradient;
}

}  // namespace softmark
