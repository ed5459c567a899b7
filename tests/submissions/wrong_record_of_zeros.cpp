// verdict: wrong_value
// says: The results are those of a known mistake: The softmax ran along the rows

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
  const std::size_t N = X.shape(1);
  Matrix scores = xt::zeros<double>({N, N});
  record("scores", scores);
  for (std::size_t m = 0; m < N; ++m)
    for (std::size_t n = 0; n < N; ++n)
      for (std::size_t d = 0; d < Q.shape(0); ++d) scores(m, n) += K(d, m) * Q(d, n);
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  Matrix attention = exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
  record("attention weights", attention);
  Matrix X_prime = xt::linalg::dot(V, attention);
  return X_prime;
}

}  // namespace softmark
