// verdict: wrong_value
// says: The recorded "attention weights" is right: this comes after it.

#include "matrix_attention.hpp"
namespace softmark {
namespace {
Matrix softmax_columns(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {0}, xt::keep_dims);
}
}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  record("queries", Q);
  record("keys", K);
  record("values", V);
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  record("scores", scores);
  Matrix attention = softmax_columns(scores);
  record("attention weights", attention);
  Matrix X_prime = xt::linalg::dot(V, softmax_columns(attention));
  return X_prime;
}

}  // namespace softmark
