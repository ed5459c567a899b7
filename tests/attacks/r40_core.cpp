// attack: asks for a core file and aborts
// verdict: crashed

#include "matrix_attention.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "reports_calls.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  const rlimit some{1 << 20, 1 << 20};
  report("setrlimit", setrlimit(RLIMIT_CORE, &some));
  report("dumpable", prctl(PR_SET_DUMPABLE, 1));
  report("chdir", chdir("@OUTSIDE@"));
  abort();
}

}  // namespace softmark
