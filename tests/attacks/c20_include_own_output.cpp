// attack: has the compiler wait for its own messages, and for a new terminal
// verdict: build_failed or build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#include "/dev/fd/1"
#include "/proc/self/fd/2"
#include "/dev/ptmx"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
