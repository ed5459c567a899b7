// attack: a small object of which the linker makes 64 GiB
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

asm(R"(
  .pushsection .data.big, "aw", @nobits
  .zero 0x1000000000
  .popsection
)");

#include "returns_nothing.hpp"
