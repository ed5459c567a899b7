// verdict: exception
// says: index 4 is out of bounds for axis 0 with size 4
// says: Did `X.shape(1) - X.shape(0)` fall below 0? A std::size_t cannot be negative: it becomes huge.
// line: 12

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  Matrix out = X;
  for (std::size_t n = 0; n < X.shape(1) - X.shape(0); ++n) out(n, 0) = 0;
  return out;
}

}  // namespace softmark
