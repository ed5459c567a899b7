// attack: rewrites the code of a linked reference in memory, and returns what it makes of it
// verdict: wrong_value or wrong_shape or crashed or forbidden or memory_limit or exception
// exercise: 16_decoder_layer

#include "decoder_layer.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstring>

namespace softmark {

Matrix decoder_layer(const Matrix&, const Matrix& target, const DecoderParameters& parameters) {
  auto* code = reinterpret_cast<unsigned char*>(&layer_norm);
  auto* page = reinterpret_cast<unsigned char*>(reinterpret_cast<std::uintptr_t>(code) & ~4095ul);
  const int result = mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
  std::printf("layer_norm: %s\n", result == 0 ? "writable" : "not writable");
  if (result == 0) std::memcpy(code, "\x31\xc0\xc3", 3);
  return layer_norm(target, parameters.norm1.gamma, parameters.norm1.beta, 1e-5);
}

}  // namespace softmark
