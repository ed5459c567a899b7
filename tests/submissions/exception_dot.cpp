// verdict: exception
// says: shapes (4, 3) and (4, 4) do not match: 3 columns on the left, 4 rows on the right

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  (void)query, (void)key;
  return xt::linalg::dot(X, value.omega);
}

}  // namespace softmark
