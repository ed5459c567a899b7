// attack: has the kernel kill the launcher when the output pipe is read
// verdict: wrong_value
// wins: stopped

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

static void attack() {
  const int owner = fcntl(1, F_SETOWN, getppid());
  std::printf("F_SETOWN: %s\n", owner < 0 ? std::strerror(errno) : "done");
  const int number = fcntl(1, F_SETSIG, SIGKILL);
  std::printf("F_SETSIG: %s\n", number < 0 ? std::strerror(errno) : "done");
  const int flags = fcntl(1, F_SETFL, fcntl(1, F_GETFL) | O_ASYNC);
  std::printf("O_ASYNC: %s\n", flags < 0 ? std::strerror(errno) : "done");
  usleep(100000);
  std::printf("still here\n");
  usleep(100000);
}

#include "then_zeros.hpp"
