// verdict: build_failed
// says: it does not compile: 
// says: /matrix_attention.cpp:
// says: ';'

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X)
  return Q;
}

}  // namespace softmark
