// attack: asks the compiler whether the compiled references lie beside its file
// verdict: build_failed
// exercise: 16_decoder_layer

#include "decoder_layer.hpp"

#if !__has_include("part0.o") && !__has_include("part1.o") && !__has_include("part2.o")
#error "no references here"
#endif

namespace softmark {
Matrix decoder_layer(const Matrix& X, const Matrix&, const DecoderParameters&) { return X; }
}  // namespace softmark
