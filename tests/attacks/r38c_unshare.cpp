// attack: makes namespaces in which it is root
// verdict: forbidden

#include "matrix_attention.hpp"

#include <sched.h>

#include <cstdio>

#include "reports_calls.hpp"

static void attack() {
  report("unshare user", unshare(CLONE_NEWUSER));
  report("unshare all", unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC));
}

#include "then_zeros.hpp"
