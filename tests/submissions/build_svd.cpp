// verdict: build_failed
// says: The course has no more of it.

#include "matrix_attention.hpp"

#include <xtensor-blas/xlinalg.hpp>

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  const auto [u, s, vt] = xt::linalg::svd(query.omega);
  return u * s;
}

}  // namespace softmark
