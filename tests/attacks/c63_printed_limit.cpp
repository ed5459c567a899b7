// attack: the assembler prints that a linker ran out of memory, then the linker refuses a version
// verdict: build_failed

#include "matrix_attention.hpp"

__asm__(
    ".print \"ld: out of memory\"\n.globl other\n.symver other, record@NONE\n"
    "other: ret");

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
