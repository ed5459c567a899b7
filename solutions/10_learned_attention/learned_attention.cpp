#include "learned_attention.hpp"

namespace softmark {
namespace {

// The softmax of every row of `scores`. Subtracting each row's largest score first keeps exp() from
// overflowing and changes nothing else.
Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

}  // namespace

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  Matrix Q = xt::linalg::dot(X, Wq);  // (N, d)
  Matrix K = xt::linalg::dot(X, Wk);  // (N, d)
  Matrix V = xt::linalg::dot(X, Wv);  // (N, Dv)
  record("queries", Q);
  record("keys", K);
  record("values", V);

  const double d = Q.shape(1);
  Matrix scores = xt::linalg::dot(Q, xt::transpose(K)) / std::sqrt(d);  // (N, N)
  record("scaled scores", scores);

  Matrix attention = softmax_rows(scores);  // (N, N): every row sums to one
  record("attention weights", attention);

  return xt::linalg::dot(attention, V);  // (N, Dv)
}

}  // namespace softmark
