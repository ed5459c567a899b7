// attack: has the assembler read files without end
// verdict: build_failed or build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

asm(".include \"/dev/zero\"");
asm(".incbin \"/dev/urandom\"");

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
