#include "two_head_attention.hpp"

namespace softmark {
namespace {

// Given: the softmax of every column of `scores` (N, N). Subtracting each column's largest score
// first keeps exp() from overflowing and changes nothing else.
[[maybe_unused]] Matrix softmax_columns(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {0}, xt::keep_dims);
}

// The output (Dv, N) of one head: scaled self-attention, equation 12.9.
// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix attend([[maybe_unused]] const Matrix& X, [[maybe_unused]] const Head& head) {
  // TODO 1: this head's queries, keys and values.
  Matrix Q;  // (Dq, N)
  Matrix K;  // (Dq, N)
  Matrix V;  // (Dv, N)
  throw NotImplemented("TODO 1: queries, keys and values");
  record("queries", Q);
  record("keys", K);
  record("values", V);

  // TODO 2: the scores as in exercise 02, now scaled.
  Matrix scores;  // (N, N)
  throw NotImplemented("TODO 2: scaled scores");
  record("scaled scores", scores);

  // TODO 3: the attention weights and this head's output.
  Matrix attention;  // (N, N)
  Matrix output;     // (Dv, N)
  throw NotImplemented("TODO 3: attention weights and output of a head");
  record("attention weights", attention);
  record("head output", output);
  return output;
}

}  // namespace

Matrix two_head_attention(const Matrix& X, const Head& head0, [[maybe_unused]] const Head& head1,
                          [[maybe_unused]] const Matrix& omega_c) {
  Matrix sa0 = attend(X, head0);  // (Dv, N)

  // TODO 4: the output of the second head.
  Matrix sa1;  // (Dv, N)
  throw NotImplemented("TODO 4: second head");

  // TODO 5: both outputs below each other, head 0 on top.
  Matrix heads;  // (2 Dv, N)
  throw NotImplemented("TODO 5: concatenated heads");
  record("concatenated heads", heads);

  // TODO 6: the result, which combines the heads with omega_c.
  Matrix X_prime;  // (D, N)
  throw NotImplemented("TODO 6: output");
  return X_prime;
}

}  // namespace softmark
