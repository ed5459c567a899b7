// attack: takes the compiled references of earlier exercises into the program, to print them
// verdict: wrong_value
// exercise: 16_decoder_layer

#include "decoder_layer.hpp"

#include <cstdio>

// The files are there, since the linker's inputs are made before: they must be empty.
#include "part0.o"
#include "part1.o"

__asm__(
    ".pushsection .rodata\n"
    "stolen: .incbin \"part0.o\"\n"
    ".incbin \"part1.o\"\n"
    "stolen_end: .byte 0\n"
    ".popsection");

extern const char stolen[], stolen_end[];

namespace softmark {
Matrix decoder_layer(const Matrix& X, const Matrix&, const DecoderParameters&) {
  if (stolen_end != stolen) std::puts("attack-won");
  return X;
}
}  // namespace softmark
