// verdict: wrong_value

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  record("scores", scores);
  Matrix e = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  Matrix weights = e / xt::sum(e, {1}, xt::keep_dims);
  record("attention weights", weights);
  return xt::linalg::dot(V, weights);
}

}  // namespace softmark
