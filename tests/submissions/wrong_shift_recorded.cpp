// verdict: wrong_value
// says: The results are those of a known mistake: The attention weights were transposed before they met the values

#include "matrix_attention.hpp"
namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  record("queries", Q);
  record("keys", K);
  record("values", V);
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  scores = scores - xt::amax(scores, {0}, xt::keep_dims);
  record("scores", scores);
  Matrix attention = xt::exp(scores) / xt::sum(xt::exp(scores), {0}, xt::keep_dims);
  record("attention weights", attention);
  Matrix X_prime = xt::linalg::dot(V, xt::transpose(attention));
  return X_prime;
}

}  // namespace softmark
