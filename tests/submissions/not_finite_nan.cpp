// verdict: not_finite
// says: is NaN, expected 0.9474424 (12 of 12 differ)

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix sum({value.omega.shape(0), X.shape(1)});
  (void)query, (void)key;
  sum += xt::linalg::dot(value.omega, X);  // never set to zero first
  return sum;
}

}  // namespace softmark
