// attack: starts processes with each of the calls that can
// verdict: wrong_value or forbidden

#include "matrix_attention.hpp"

#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace {

void started(const char* call, long result) {
  if (result == 0) {
    prctl(PR_SET_NAME, "softmark-left");
    sleep(10);
    _exit(0);
  }
  std::printf("%s: %s\n", call, result < 0 ? std::strerror(errno) : "done");
}

void attack() {
  started("fork", fork());
  started("clone as fork", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  started("clone as brother", syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0));
  clone_args arguments{};
  arguments.exit_signal = SIGCHLD;
  started("clone3", syscall(SYS_clone3, &arguments, sizeof arguments));
  const pid_t child = vfork();
  if (child == 0) _exit(0);
  std::printf("vfork: %s\n", child < 0 ? std::strerror(errno) : "done");
  started("clone with user namespace", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
}

}  // namespace

#include "then_zeros.hpp"
