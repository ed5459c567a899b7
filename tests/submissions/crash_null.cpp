// verdict: crashed
// says: it crashed: segmentation fault (SIGSEGV)

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
  return Matrix();
}

}  // namespace softmark
