// verdict: not_finite
// says: is inf, expected

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix out = xt::linalg::dot(value.omega, X) + value.beta;
  out(0, 0) = (query.beta(0, 0) + key.beta(0, 0)) * INFINITY;
  return xt::abs(out);
}

}  // namespace softmark
