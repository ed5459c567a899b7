// attack: a compiler that signals what it can reach, by every call there is (SIGCONT: where it wins, no harm is done)
// verdict: internal_error
// seconds: 5

#include "taken_compiler.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#define SYS_pidfd_send_signal 424
#endif

/// The kernel would signal `process` as soon as the pipe can be read.
static bool signals_by_pipe(pid_t process, bool by_ioctl) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  const bool owned = by_ioctl ? ioctl(ends[0], 0x8901, &process) == 0  // FIOSETOWN
                              : fcntl(ends[0], F_SETOWN, process) == 0;
  const bool chosen = fcntl(ends[0], F_SETSIG, SIGCONT) == 0;
  fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
  if (write(ends[1], "", 1) != 1) return false;
  return owned || chosen;
}

static void attack_process(pid_t process) {
  siginfo_t info{};
  info.si_signo = SIGCONT;
  info.si_code = SI_QUEUE;
  claim(kill(process, SIGCONT) == 0, "kill");
  claim(syscall(SYS_tkill, process, SIGCONT) == 0, "tkill");
  claim(syscall(SYS_tgkill, process, process, SIGCONT) == 0, "tgkill");
  claim(syscall(SYS_rt_sigqueueinfo, process, SIGCONT, &info) == 0, "rt_sigqueueinfo");
  claim(syscall(SYS_rt_tgsigqueueinfo, process, process, SIGCONT, &info) == 0, "rt_tgsigqueueinfo");
  const long other = syscall(SYS_pidfd_open, process, 0);
  claim(other >= 0 && syscall(SYS_pidfd_send_signal, other, SIGCONT, nullptr, 0) == 0, "pidfd_send_signal");
  claim(signals_by_pipe(process, false), "F_SETOWN");
  claim(signals_by_pipe(process, true), "FIOSETOWN");
}

void attack() {
  // Those that started it, and whatever came before.
  for (pid_t process = getppid(); process > 1 && process > getppid() - 12; --process) attack_process(process);
  claim(kill(-1, SIGCONT) == 0, "kill -1");
  claim(kill(0, SIGCONT) == 0, "kill 0");
}
