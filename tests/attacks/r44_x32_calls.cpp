// attack: opens a file with the system calls of the x32 interface
// verdict: forbidden or wrong_value

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

static void attack() {
  char text[8192];
  const long file = syscall(0x40000000 + SYS_openat, AT_FDCWD, "@SOLUTION@", O_RDONLY);
  std::printf("open: %s\n", file < 0 ? std::strerror(errno) : "done");
  const long size = syscall(0x40000000 + SYS_read, file, text, sizeof text);
  std::printf("read: %ld\n%.*s\n", size, static_cast<int>(std::max(size, 0L)), text);
}

#include "then_zeros.hpp"
