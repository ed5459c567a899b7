// attack: ends, and leaves the answer to a process that it forked
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

static void attack() {
  const pid_t parent = getpid();
  const pid_t child = fork();
  std::printf("fork: %s\n", child < 0 ? std::strerror(errno) : "done");
  if (child > 0) _exit(0);
  if (child == 0) {
    while (getppid() == parent) usleep(100);
  }
}

#include "then_zeros.hpp"
