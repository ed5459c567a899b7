// verdict: exception
// says: index 4 is out of bounds for axis 0 with size 4
// line: 11

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  Matrix out = X;
  for (std::size_t n = 0; n < X.shape(1) - X.shape(0); ++n) out(n, 0) = 0;
  return out;
}

}  // namespace softmark
