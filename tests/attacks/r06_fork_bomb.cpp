// attack: forks as often as it can
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <unistd.h>

#include <cstdio>

static void attack() {
  int made = 0;
  for (int i = 0; i < 200; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      sleep(5);
      _exit(0);
    }
    if (child > 0) ++made;
  }
  std::printf("fork: %d of 200\n", made);
}

#include "then_zeros.hpp"
