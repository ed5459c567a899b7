// verdict: build_failed
// says: It is const and cannot be changed

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  const Matrix V = xt::linalg::dot(value.omega, X);
  V += value.beta + 0.0 * (query.beta + key.beta);
  return V;
}

}  // namespace softmark
