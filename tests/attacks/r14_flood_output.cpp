// attack: prints 100 MB
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <unistd.h>

#include <cstring>

static void attack() {
  static char piece[65536];
  std::memset(piece, 'x', sizeof piece);
  for (int i = 0; i < 1600; ++i) {
    if (write(1 + i % 2, piece, sizeof piece) < 0) break;
  }
}

#include "then_zeros.hpp"
