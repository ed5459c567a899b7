// attack: has the assembler read files without end
// verdict: build_failed or build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

asm(".include \"/dev/zero\"");
asm(".incbin \"/dev/urandom\"");

#include "returns_nothing.hpp"
