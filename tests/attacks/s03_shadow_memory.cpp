// attack: in a second look, touches the memory that the sanitizers have reserved
// verdict: crashed
// options: --sanitizers on --memory-limit 128
// lacks: a second time

#include "second_look.hpp"

#include <cstdint>

__attribute__((no_sanitize("address", "undefined"))) void touch(std::uintptr_t from,
                                                                std::size_t size) {
  for (std::size_t i = 0; i < size; i += 4096) *reinterpret_cast<volatile char*>(from + i) = 1;
}

void attack() {
#ifdef ADDRESS_LOOK
  // Where no limit of the kernel's holds: the shadow of addresses that nothing uses.
  touch(0x200000000000 / 8 + 0x7fff8000, std::size_t{4} << 30);
  // It has survived that, and says so.
  double* row = new double[4];
  delete[] row;
  delete[] row;
#endif
}
