// verdict: wrong_value
// says: The results are those of a known mistake: The softmax ran along the rows

#include "matrix_attention.hpp"
namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  record("scores", 2.0 * scores);
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  Matrix weights = exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
  record("attention weights", weights);
  return xt::linalg::dot(V, weights);
}
}  // namespace softmark
