// verdict: exception
// says: cannot multiply (4, 4) by (4, 3)
// says: the matrix product is xt::linalg::dot(A, B)

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  (void)query, (void)key;
  Matrix V = value.omega * X;
  return V + value.beta;
}

}  // namespace softmark
