// verdict: not_started
// says: TODO 2: the weighted sum is still open

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  (void)key, (void)value;
  throw NotImplemented("TODO 2: the weighted sum");
}

}  // namespace softmark
