// attack: catches SIGSYS itself, opens a file, then makes a call that ends the process
// verdict: forbidden or no_answer
// wins: canary

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

static void attack() {
  struct sigaction action {};
  action.sa_handler = [](int) { _exit(0); };
  sigaction(SIGSYS, &action, nullptr);
  signal(SIGTRAP, SIG_IGN);
  char text[8192] = "";
  const int file = open("@SOLUTION@", O_RDONLY);
  std::printf("open: %s\n", file < 0 ? std::strerror(errno) : "done");
  if (read(file, text, sizeof text - 1) > 0) std::printf("%s\n", text);
  std::printf("setns: %s\n", setns(-1, 0) < 0 ? std::strerror(errno) : "done");
}

#include "then_zeros.hpp"
