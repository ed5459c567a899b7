// attack: the assembler prints that a linker ran out of memory, then the linker refuses a version
// verdict: build_failed
// lacks: softmark-run-

#include "matrix_attention.hpp"

__asm__(
    ".print \"ld: out of memory\"\n.globl other\n.symver other, record@NONE\n"
    "other: ret");

#include "returns_nothing.hpp"
