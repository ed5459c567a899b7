// attack: takes descriptors, processor and priority from its launcher
// verdict: wrong_value
// wins: stopped

#include "matrix_attention.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>

#include "reports_calls.hpp"

static void attack() {
  const pid_t launcher = getppid();
  const rlimit none{0, 0};
  report("prlimit", prlimit(launcher, RLIMIT_NOFILE, &none, nullptr));
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  report("sched_setaffinity", sched_setaffinity(launcher, sizeof one, &one));
  report("setpriority", setpriority(PRIO_PROCESS, static_cast<id_t>(launcher), 19));
  const sched_param idle{};
  report("sched_setscheduler", sched_setscheduler(launcher, SCHED_IDLE, &idle));
  report("ioprio_set", syscall(SYS_ioprio_set, 1, launcher, 3 << 13));
  report("migrate_pages", syscall(SYS_migrate_pages, launcher, 0, nullptr, nullptr));
}

#include "then_zeros.hpp"
