// attack: a compiler that sets limits, priorities and processors of others (to what they are: no harm is done)
// verdict: internal_error

#include "taken_compiler.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

static void attack_process(pid_t process) {
  rlimit limit{};
  claim(prlimit(process, RLIMIT_NOFILE, nullptr, &limit) == 0 && prlimit(process, RLIMIT_NOFILE, &limit, nullptr) == 0,
        "prlimit");
  const auto id = static_cast<id_t>(process);
  claim(setpriority(PRIO_PROCESS, id, getpriority(PRIO_PROCESS, id)) == 0, "setpriority");
  sched_param parameters{};
  claim(sched_setscheduler(process, SCHED_OTHER, &parameters) == 0, "sched_setscheduler");
  claim(sched_setparam(process, &parameters) == 0, "sched_setparam");
  cpu_set_t all;
  claim(sched_getaffinity(process, sizeof all, &all) == 0 && sched_setaffinity(process, sizeof all, &all) == 0,
        "sched_setaffinity");
  const long present = syscall(SYS_ioprio_get, 1, process);
  claim(syscall(SYS_ioprio_set, 1, process, present) == 0, "ioprio_set");
}

void attack() {
  for (pid_t process = getppid(); process > 1 && process > getppid() - 12; --process) attack_process(process);
}
