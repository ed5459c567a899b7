// attack: makes namespaces in which it is root
// verdict: forbidden

#include "matrix_attention.hpp"

#include <sched.h>

#include <cstdio>

namespace softmark {
namespace {

void report(const char* call, long result) {
  if (result < 0) std::printf("%s: %m\n", call);
  if (result >= 0) std::printf("%s: done\n", call);
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  report("unshare user", unshare(CLONE_NEWUSER));
  report("unshare all", unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC));
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
