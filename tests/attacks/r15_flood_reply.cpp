// attack: writes 1 GB to the reply descriptor and does not mind that it is closed
// verdict: bad_reply

#include "matrix_attention.hpp"

#include <signal.h>
#include <unistd.h>

#include <cstdio>

static void attack() {
  signal(SIGPIPE, SIG_IGN);
  static char piece[65536];
  std::size_t written = 0;
  while (written < std::size_t{1} << 30) {
    const ssize_t count = write(4, piece, sizeof piece);
    if (count < 0) break;
    written += static_cast<std::size_t>(count);
  }
  std::printf("reply: %zu MiB, then %m\n", written >> 20);
}

#include "then_zeros.hpp"
