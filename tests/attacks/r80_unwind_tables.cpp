// attack: brings tables for unwinding that are garbage, and one whose expression never ends
// verdict: crashed or exception or time_limit or build_failed
// options: --time-limit 2

#include "matrix_attention.hpp"

// The caller's frame lies where this leads: 2f fd ff jumps to itself.
asm(R"(
  .text
  .type endless, @function
endless:
  .cfi_startproc
  .cfi_escape 0x0f, 0x04, 0x30, 0x2f, 0xfd, 0xff
  subq $8, %rsp
  ud2
  .cfi_endproc
  .size endless, . - endless
  .section .eh_frame, "a", @unwind
  .long 0x7ffffff0, 0xdeadbeef, 0x41414141
  .fill 4000, 1, 0xa5
  .text
)");

extern "C" void endless() __asm__("endless");

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  endless();
  return X;
}

}  // namespace softmark
