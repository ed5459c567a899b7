// attack: attaches to its launcher as a debugger and holds it
// verdict: forbidden
// wins: stopped
// needs: ptrace
// options: --time-limit 1

#include "matrix_attention.hpp"

#include <sys/ptrace.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

static void attack() {
  const long result = ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr);
  std::printf("attach: %s\n", result == 0 ? "done" : std::strerror(errno));
  if (result == 0) sleep(20);
}

#include "then_zeros.hpp"
