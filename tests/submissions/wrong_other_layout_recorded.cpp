// verdict: wrong_value
// says: queries not judged, keys ok, values ok, scores ok
// says: The softmax ran along the rows

#include "matrix_attention.hpp"
namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  record("queries", xt::transpose(Q));
  record("keys", K);
  record("values", V);
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  record("scores", scores);
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  Matrix attention = exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
  record("attention weights", attention);
  Matrix X_prime = xt::linalg::dot(V, attention);
  return X_prime;
}

}  // namespace softmark
