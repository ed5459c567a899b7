// verdict: time_limit
// says: it was stopped after 3 seconds in which it computed nothing: does it wait for something?
// options: --time-limit 1

#include "matrix_attention.hpp"

#include <unistd.h>

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  for (;;) sleep(100);
}

}  // namespace softmark
