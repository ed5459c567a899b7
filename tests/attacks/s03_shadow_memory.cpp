// attack: in a second look, touches the memory that the sanitizers have reserved
// verdict: crashed
// options: --sanitizers on --memory-limit 128
// lacks: a second time

#include "matrix_attention.hpp"

#include <cstdint>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define SECOND_LOOK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SECOND_LOOK 1
#endif
#endif

namespace softmark {
namespace {

__attribute__((no_sanitize("address", "undefined"))) void touch(std::uintptr_t from,
                                                                std::size_t size) {
  for (std::size_t i = 0; i < size; i += 4096) *reinterpret_cast<volatile char*>(from + i) = 1;
}

void attack() {
#ifdef SECOND_LOOK
  // Where no limit of the kernel's holds: the shadow of addresses that nothing uses.
  touch(0x200000000000 / 8 + 0x7fff8000, std::size_t{4} << 30);
  // It has survived that, and says so.
  double* row = new double[4];
  delete[] row;
  delete[] row;
#endif
}

}  // namespace

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  attack();
  std::abort();
}

}  // namespace softmark
