// attack: stops its launcher, and asks whom else it could send a signal to
// verdict: wrong_value
// wins: stopped
// options: --time-limit 1

#include "matrix_attention.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

static void attack() {
  std::printf("kill all, 0: %s\n", kill(-1, 0) == 0 ? "may" : std::strerror(errno));
  std::printf("SIGSTOP: %s\n", kill(getppid(), SIGSTOP) == 0 ? "sent" : std::strerror(errno));
}

#include "then_zeros.hpp"
