// attack: sleeps for ever, which uses no computing time
// verdict: time_limit
// options: --time-limit 1

#include "matrix_attention.hpp"

#include <unistd.h>

namespace softmark {
Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  for (;;) sleep(100);
}

}  // namespace softmark
