// verdict: memory_limit
// says: it needed more than 64 MiB of memory
// options: --memory-limit 64 --time-limit 1

#include "matrix_attention.hpp"

#include <sys/mman.h>

namespace softmark {

// Never looks whether it got what it asked for, but does not touch what it did not get.
Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  constexpr std::size_t size = 1 << 20;
  for (;;) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (std::size_t i = 0; memory != MAP_FAILED && i < size; i += 4096) {
      static_cast<volatile char*>(memory)[i] = 1;
    }
  }
}

}  // namespace softmark
