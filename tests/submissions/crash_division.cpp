// verdict: crashed
// says: an integer was divided by 0 (SIGFPE)
// line: 11

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  const std::size_t zero = X.shape(0) - X.shape(0);
  const std::size_t x = X.shape(1) / zero;
  return Matrix({2, 2}, static_cast<double>(x));
}

}  // namespace softmark
