// verdict: exception
// says: index -1
// says: A std::size_t cannot be negative: `i >= 0` is always true

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  Matrix E = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  Matrix attention = E / xt::sum(E, {0}, xt::keep_dims);
  for (std::size_t i = 2; i >= 0; --i) V(i, 0) = 0;
  return xt::linalg::dot(V, attention);
}

}  // namespace softmark
