// attack: has the assembler quote lines of the reference data in its messages
// weak: open
// verdict: build_failed

#include "matrix_attention.hpp"

asm(".include \"@CANARY@\"");
asm(".include \"/etc/passwd\"");

#include "returns_nothing.hpp"
