// attack: names libraries to link with in pragmas and sections
// verdict: wrong_shape

#include "matrix_attention.hpp"

#pragma comment(lib, "@OUTSIDE@/evil")
#pragma comment(linker, "--version-script=@OUTSIDE@/evil")

asm(R"(
  .pushsection .drectve, "e"
  .asciz "-l:@OUTSIDE@/evil.a"
  .section .deplibs, "MS", @progbits, 1
  .asciz "@OUTSIDE@/evil.a"
  .section .linker-options, "e"
  .asciz "lib", "@OUTSIDE@/evil.a"
  .popsection
)");

#include "returns_nothing.hpp"
