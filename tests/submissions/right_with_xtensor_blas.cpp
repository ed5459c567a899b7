// verdict: passed

#include "matrix_attention.hpp"

#include <xtensor-blas/xlinalg.hpp>

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return xt::linalg::dot(V, e / xt::sum(e, {0}, xt::keep_dims));
}

}  // namespace softmark
