// verdict: wrong_value
// says: Each score contains those before it in its row

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
  Matrix scores = xt::zeros<double>({X.shape(1), X.shape(1)});
  for (std::size_t m = 0; m < X.shape(1); ++m) {
    double score = 0;
    for (std::size_t n = 0; n < X.shape(1); ++n) {
      for (std::size_t i = 0; i < K.shape(0); ++i) score += K(i, m) * Q(i, n);
      scores(m, n) = score;
    }
  }
  record("scores", scores);
  Matrix attention = softmax_columns(scores);
  record("attention weights", attention);
  Matrix X_prime = xt::linalg::dot(V, attention);
  return X_prime;
}

}  // namespace softmark
