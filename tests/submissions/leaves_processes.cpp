// verdict: wrong_shape
// says: (0, 0)

#include "matrix_attention.hpp"

#include <unistd.h>

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      execl("/bin/sleep", "sleep", "31.4159", nullptr);
      for (;;) sleep(100);
    }
    _exit(0);
  }
  usleep(50000);
  return Matrix();
}

}  // namespace softmark
