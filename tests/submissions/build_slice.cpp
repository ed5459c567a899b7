// verdict: build_failed
// says: C++ has no slices

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix first = X[:, 0];
  return xt::linalg::dot(value.omega, first) + query.beta + key.beta;
}

}  // namespace softmark
