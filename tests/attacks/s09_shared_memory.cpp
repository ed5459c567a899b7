// attack: in a second look, maps shared memory in the place of what the sanitizers have reserved
// verdict: crashed
// options: --sanitizers on --memory-limit 128
// lacks: a second time

#include "second_look.hpp"

#include <sys/mman.h>

#include <cstdint>

__attribute__((no_sanitize("address", "undefined"))) void touch(std::uintptr_t from,
                                                                std::size_t size) {
  for (std::size_t i = 0; i < size; i += 4096) *reinterpret_cast<volatile char*>(from + i) = 1;
}

void attack() {
#ifdef ADDRESS_LOOK
  // The kernel's limit counts no pages that were reserved before.
  void* place = mmap(reinterpret_cast<void*>(0x200000000000 / 8 + 0x7fff8000 & ~0xfffUL),
                     std::size_t{4} << 30, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (place == MAP_FAILED) return;
  touch(reinterpret_cast<std::uintptr_t>(place), std::size_t{4} << 30);
  // It has survived that, and says so.
  double* row = new double[4];
  delete[] row;
  delete[] row;
#endif
}
