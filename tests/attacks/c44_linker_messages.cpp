// attack: names and sections whose text the linker prints, with escapes and without end
// verdict: build_failed

#include "matrix_attention.hpp"

#define N16 "nnnnnnnnnnnnnnnn"
#define N256 N16 N16 N16 N16 N16 N16 N16 N16 N16 N16 N16 N16 N16 N16 N16 N16
#define N4K N256 N256 N256 N256 N256 N256 N256 N256 N256 N256 N256 N256 N256 N256 N256 N256
#define N64K N4K N4K N4K N4K N4K N4K N4K N4K N4K N4K N4K N4K N4K N4K N4K N4K

// Bytes below 0x80 the assembler of GCC refuses; 0x9b starts an escape sequence, too.
__attribute__((visibility("hidden"))) extern int escapes asm("\233_2J_\302\2332J");
__attribute__((visibility("hidden"))) extern int long_name asm(N64K N64K N64K N64K);
int sum = escapes + long_name;

asm(R"(
  .pushsection .gnu.warning.sum
  .asciz "multiple definition of `::error::forged'"
  .popsection
)");

#include "returns_nothing.hpp"
