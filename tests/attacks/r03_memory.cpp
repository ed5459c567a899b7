// attack: touches memory from mmap until there is no more
// verdict: memory_limit
// options: --memory-limit 128

#include "matrix_attention.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <new>

static void attack() {
  constexpr std::size_t piece = std::size_t{1} << 20;
  for (int pieces = 0; pieces < 2048; ++pieces) {
    void* memory = mmap(nullptr, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      std::printf("mmap: %d MiB, then %m\n", pieces);
      throw std::bad_alloc();
    }
    std::memset(memory, 1, piece);
  }
}

#include "then_zeros.hpp"
