// attack: has the compiler wait for standard input and for a terminal
// verdict: build_failed

#include "matrix_attention.hpp"

#include "/dev/stdin"
#include "/dev/tty"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
