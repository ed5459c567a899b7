// verdict: crashed
// says: an integer was divided by 0 (SIGFPE)

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  volatile int zero = 0;
  volatile int x = 1 / zero;
  return Matrix({2, 2}, x);
}

}  // namespace softmark
