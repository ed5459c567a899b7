// attack: includes what the kernel tells about the compiler and the machine
// verdict: build_failed or wrong_shape

#include "matrix_attention.hpp"

#include "/proc/self/environ"
#include "/proc/self/cmdline"
#include "/proc/self/maps"
#include "/proc/self/mountinfo"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
