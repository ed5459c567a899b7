// attack: ends inside a comment that goes on, without a newline, for what is put behind it
// verdict: wrong_shape

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark

/\
/ \