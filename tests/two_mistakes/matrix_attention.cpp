#include "matrix_attention.hpp"

namespace softmark {
namespace {

// The softmax of every column of `scores` (N, N). Subtracting each column's largest score first
// keeps exp() from overflowing and changes nothing else.
Matrix softmax_columns(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {0}, xt::keep_dims);
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;  // (Dq, N)
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;      // (Dq, N)
  Matrix V = xt::linalg::dot(value.omega, X);  // (Dv, N)
  record("queries", Q);
  record("keys", K);
  record("values", V);

  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);  // (N, N): row m, column n is k_m . q_n
  record("scores", scores);

  Matrix attention = softmax_columns(scores);  // (N, N): every column sums to one
  record("attention weights", attention);

  return xt::linalg::dot(V, xt::transpose(attention));  // (Dv, N)
}

}  // namespace softmark
