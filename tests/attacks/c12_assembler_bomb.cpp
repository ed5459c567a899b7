// attack: has the assembler repeat a line 10^12 times
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

asm(R"(
  .pushsection .bomb, "a"
  .rept 1000000
  .rept 1000000
  .quad 1
  .endr
  .endr
  .popsection
)");

#include "returns_nothing.hpp"
