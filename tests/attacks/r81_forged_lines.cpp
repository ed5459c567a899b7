// attack: brings a table of lines of its own: huge, cut short, with operations without end
// verdict: crashed or build_failed

#include "matrix_attention.hpp"

asm(R"(
  .section .debug_line, "", @progbits
  .long 0x7fffffff
  .short 4
  .long 0xfffffff0
  .byte 1, 1, 1, 0xfb, 0, 1
  .fill 3000000, 1, 0xff
  .long 40
  .short 4
  .long 20
  .byte 1, 1, 1, 0xfb, 14, 10
  .fill 3000000, 1, 0x80
  .text
)");

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  if (X.size() > 0) __builtin_trap();
  return X;
}

}  // namespace softmark
