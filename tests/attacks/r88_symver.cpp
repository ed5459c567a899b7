// attack: versions of symbols that the linker refuses, naming the folder of the build
// verdict: build_failed
// lacks: softmark-run-

#include "matrix_attention.hpp"

__asm__(".globl other\n.symver other, record@NONE\nother: ret");

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
