// attack: has the assembler quote lines of the reference data in its messages
// weak: open
// verdict: build_failed

#include "matrix_attention.hpp"

asm(".include \"@CANARY@\"");
asm(".include \"/etc/passwd\"");

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
