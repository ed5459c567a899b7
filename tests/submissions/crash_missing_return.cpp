// verdict: crashed
// says: a function ended without a return
// line: 9

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  if (X.shape(0) == 0) return X;
}

}  // namespace softmark
