// attack: a static array that is larger than the memory limit
// verdict: build_failed or memory_limit or crashed

#include "matrix_attention.hpp"

volatile char big[1500000000];

static void attack() {
  for (std::size_t i = 0; i < sizeof big; i += 4096) big[i] = 1;
}

#include "then_zeros.hpp"
