// attack: asks for a core file and aborts
// verdict: crashed

#include "matrix_attention.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace softmark {
namespace {

void report(const char* call, long result) {
  if (result < 0) std::printf("%s: %m\n", call);
  if (result >= 0) std::printf("%s: done\n", call);
}

}  // namespace

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  const rlimit some{1 << 20, 1 << 20};
  report("setrlimit", setrlimit(RLIMIT_CORE, &some));
  report("dumpable", prctl(PR_SET_DUMPABLE, 1));
  report("chdir", chdir("@OUTSIDE@"));
  abort();
}

}  // namespace softmark
