// attack: makes calls that only root may make, all of them without effect
// verdict: forbidden

#include "matrix_attention.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>

#include "reports_calls.hpp"

static void attack() {
  report("reboot", syscall(SYS_reboot, 0, 0, 0, nullptr));  // wrong magic numbers
  char text[256];
  report("syslog", syscall(SYS_syslog, 3, text, sizeof text));
  report("quotactl", syscall(SYS_quotactl, 0, "@OUTSIDE@", 0, nullptr));
#if defined(__x86_64__)
  report("iopl", syscall(SYS_iopl, 3));
  report("modify_ldt", syscall(SYS_modify_ldt, 0, text, sizeof text));
#endif
  report("mlockall", mlockall(MCL_CURRENT));
  report("personality", syscall(SYS_personality, 0x0040000));
  report("setuid", syscall(SYS_setuid, 0));
  report("capset", syscall(SYS_capset, nullptr, nullptr));
  report("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
  report("prctl", prctl(PR_SET_PDEATHSIG, 0));
  report("TSC", prctl(PR_SET_TSC, PR_TSC_ENABLE));
  const int fixed = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  void* zero = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, fixed, -1, 0);
  report("mmap at 0", zero == MAP_FAILED ? -1 : 0);
  if (zero == nullptr) *static_cast<volatile int*>(nullptr) = 1;
}

#include "then_zeros.hpp"
