// attack: ends, and leaves the answer to a process that it forked
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  std::printf("fork: %s\n", child < 0 ? std::strerror(errno) : "done");
  if (child > 0) _exit(0);
  if (child == 0) {
    while (getppid() == parent) usleep(100);
  }
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
