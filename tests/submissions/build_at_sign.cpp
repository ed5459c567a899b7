// verdict: build_failed
// says: C++ has no @: the matrix product is xt::linalg::dot(A, B).

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
  return V @ attention;
}

}  // namespace softmark
