// verdict: exception
// says: index 3 is out of bounds for axis 1 with size 3

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  (void)query, (void)key;
  Matrix V = xt::linalg::dot(value.omega, X);
  for (std::size_t n = 0; n <= X.shape(1); ++n) V(0, n) += value.beta(0, 0);
  return V;
}

}  // namespace softmark
