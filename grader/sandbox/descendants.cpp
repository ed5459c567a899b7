#include "sandbox/descendants.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace grader::isolation {

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_descendants() {
  // Each turn ends at least one, and they may start more; but not for ever.
  for (int turn = 0; turn < 100'000; ++turn) {
    std::FILE* file = std::fopen("/proc/thread-self/children", "re");
    if (file == nullptr) return;
    pid_t child = 0;
    while (std::fscanf(file, "%d", &child) == 1) kill(child, SIGKILL);
    std::fclose(file);
    if (waitpid(-1, nullptr, 0) < 0) return;  // no children left
  }
}

}  // namespace grader::isolation
