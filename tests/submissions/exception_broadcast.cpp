// verdict: exception
// says: cannot add (4, 3) and (3, 4): along the last axis, 3 meets 4

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  (void)query, (void)key;
  Matrix V = xt::linalg::dot(value.omega, X);
  return V + xt::transpose(V);
}

}  // namespace softmark
