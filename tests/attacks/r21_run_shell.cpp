// attack: runs a shell in every way there is, to print the solution
// verdict: wrong_value
// wins: canary

#include "matrix_attention.hpp"

#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void attack() {
  std::printf("system: %d\n", std::system("cat '@SOLUTION@'"));
  std::FILE* pipe = popen("head -n 3 '@SOLUTION@'", "r");
  std::printf("popen: %s\n", pipe == nullptr ? std::strerror(errno) : "done");
  char shell[] = "sh";
  char* arguments[] = {shell, nullptr};
  pid_t child = 0;
  const int result = posix_spawn(&child, "/bin/sh", nullptr, nullptr, arguments, environ);
  std::printf("posix_spawn: %s\n", std::strerror(result));
  execl("/bin/sh", "sh", "-c", "cat '@SOLUTION@'", nullptr);
  std::printf("execl: %m\n");
}

#include "then_zeros.hpp"
