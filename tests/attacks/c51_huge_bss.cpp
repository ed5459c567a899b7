// attack: a small program that wants more memory to be loaded than it may have
// verdict: build_failed or memory_limit

#include "matrix_attention.hpp"

char big[3UL << 29];

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix() + big[5];
}

}  // namespace softmark
