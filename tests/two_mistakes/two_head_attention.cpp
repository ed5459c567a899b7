#include "two_head_attention.hpp"

namespace softmark {
namespace {

// The softmax of every column of `scores` (N, N). Subtracting each column's largest score first
// keeps exp() from overflowing and changes nothing else.
Matrix softmax_columns(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {0}, xt::keep_dims);
}

// The output (Dv, N) of one head: scaled self-attention, equation 12.9.
Matrix attend(const Matrix& X, const Head& head) {
  Matrix Q = xt::linalg::dot(head.query.omega, X) + head.query.beta;  // (Dq, N)
  Matrix K = xt::linalg::dot(head.key.omega, X) + head.key.beta;      // (Dq, N)
  Matrix V = xt::linalg::dot(head.value.omega, X) + head.value.beta;  // (Dv, N)
  record("queries", Q);
  record("keys", K);
  record("values", V);

  const double Dq = Q.shape(0);
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q) / Dq;  // (N, N)
  record("scaled scores", scores);

  Matrix attention = softmax_columns(scores);  // (N, N): every column sums to one
  record("attention weights", attention);

  Matrix output = xt::linalg::dot(V, attention);  // (Dv, N)
  record("head output", output);
  return output;
}

}  // namespace

Matrix two_head_attention(const Matrix& X, const Head& head0, const Head& head1,
                          const Matrix& omega_c) {
  Matrix sa0 = attend(X, head0);  // (Dv, N)
  Matrix sa1 = attend(X, head1);  // (Dv, N)

  Matrix heads = xt::concatenate(xt::xtuple(sa1, sa0), 0);  // (2 Dv, N)
  record("concatenated heads", heads);

  return xt::linalg::dot(omega_c, heads);  // (D, N)
}

}  // namespace softmark
