// attack: sections by which objects give orders to linkers: libraries to load, options, warnings to print
// verdict: wrong_value or wrong_shape

#include "matrix_attention.hpp"

__asm__(
    ".section .deplibs,\"MS\",@llvm_dependent_libraries,1\n.asciz \"@CANARY@\"\n"
    ".section .linker-options,\"e\",@llvm_linker_options\n.asciz \"lib\"\n.asciz \"@CANARY@\"\n"
    ".section .gnu.warning.softmark_call\n.ascii \"::error::attack-won ##[error]attack-won\"\n"
    ".section .gnu.warning\n.ascii \"attack-won\"\n"
    ".section .note.GNU-stack,\"x\",@progbits\n"
    ".text");

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) { return X; }
}  // namespace softmark
