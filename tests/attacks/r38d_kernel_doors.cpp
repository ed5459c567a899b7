// attack: tries another way into the kernel in each case
// verdict: forbidden

#include "matrix_attention.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>

#include "reports_calls.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  long buffer[16] = {};
  switch (X.shape(0) * 10 + X.shape(1)) {
    case 43:
      report("bpf", syscall(SYS_bpf, 0, buffer, sizeof buffer));
      break;
    case 64:
      report("perf_event_open", syscall(SYS_perf_event_open, buffer, 0, -1, -1, 0));
      break;
    case 44:
      report("userfaultfd", syscall(SYS_userfaultfd, 0));
      break;
    case 46:
      report("mount", syscall(SYS_mount, "none", "@OUTSIDE@/nowhere", "tmpfs", 0, nullptr));
      break;
    case 57:
      report("setns", syscall(SYS_setns, 0, 0));
      break;
    case 51:
      report("pidfd_open", syscall(SYS_pidfd_open, getppid(), 0));
      break;
    default:
      report("pidfd_getfd", syscall(SYS_pidfd_getfd, -1, 3, 0));
  }
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
