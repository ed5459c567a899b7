// attack: lifts all its limits, then takes four times the memory that it may have
// verdict: memory_limit
// options: --memory-limit 64

#include "matrix_attention.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>

static void attack() {
  const rlimit most{RLIM_INFINITY, RLIM_INFINITY};
  for (int what = 0; what < RLIM_NLIMITS; ++what) {
    rlimit now{};
    getrlimit(static_cast<__rlimit_resource>(what), &now);
    now.rlim_cur = now.rlim_max;
    const bool soft = setrlimit(static_cast<__rlimit_resource>(what), &now) == 0;
    const bool hard = syscall(SYS_prlimit64, 0, what, &most, nullptr) == 0;
    if (soft || hard) std::printf("limit %d: %s\n", what, hard ? "lifted" : "soft one lifted");
  }
  std::vector<double> large(std::size_t{256} << 17, 1.0);
  std::printf("memory: %zu MiB\n", large.size() >> 17);
}

#include "then_zeros.hpp"
