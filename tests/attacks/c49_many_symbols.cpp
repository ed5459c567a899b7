// attack: 10^9 symbols
// verdict: build_limit or build_failed
// options: --build-limit 1

#include "matrix_attention.hpp"

asm(R"(
  .macro symbol
  .globl symbol_\@
symbol_\@:
  .endm
  .rept 1000
  .rept 1000000
  symbol
  .endr
  .endr
)");

#include "returns_nothing.hpp"
