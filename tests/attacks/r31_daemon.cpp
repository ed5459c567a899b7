// attack: leaves a process in a session of its own and kills the launcher that would end it
// verdict: wrong_value
// wins: stopped

#include "matrix_attention.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

static void attack() {
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    prctl(PR_SET_NAME, "softmark-left");
    sleep(10);
    _exit(0);
  }
  std::printf("fork: %s\n", child < 0 ? std::strerror(errno) : "done");
  usleep(100000);
  std::printf("SIGKILL: %s\n", kill(getppid(), SIGKILL) == 0 ? "sent" : std::strerror(errno));
}

#include "then_zeros.hpp"
