// attack: texts with line breaks say that memory ran out, in a warning and from the assembler
// verdict: build_failed

#include "matrix_attention.hpp"

[[deprecated("x\nfatal error: out of memory\n")]] void old();
void user() { old(); }
__asm__(".print \"fatal error: out of memory\"\n no_such_instruction");

#include "returns_nothing.hpp"
