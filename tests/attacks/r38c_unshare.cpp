// attack: makes namespaces in which it is root
// verdict: forbidden

#include "matrix_attention.hpp"

#include <sched.h>

#include <cstdio>

namespace {

void report(const char* call, long result) {
  if (result < 0) std::printf("%s: %m\n", call);
  if (result >= 0) std::printf("%s: done\n", call);
}

void attack() {
  report("unshare user", unshare(CLONE_NEWUSER));
  report("unshare all", unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC));
}

}  // namespace

#include "then_zeros.hpp"
