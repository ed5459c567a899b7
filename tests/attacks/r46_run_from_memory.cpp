// attack: runs a program that exists in memory only
// verdict: wrong_value
// wins: canary

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

static void attack() {
  const char* script = "#!/bin/sh\ncat '@SOLUTION@'\n";
  const int file = static_cast<int>(syscall(SYS_memfd_create, "softmark", 0));
  std::printf("memfd_create: %s\n", file < 0 ? std::strerror(errno) : "done");
  if (write(file, script, std::strlen(script)) < 0) std::printf("write: %m\n");
  char name[] = "sh";
  char* arguments[] = {name, nullptr};
  syscall(SYS_execveat, file, "", arguments, environ, AT_EMPTY_PATH);
  std::printf("execveat: %m\n");
}

#include "then_zeros.hpp"
