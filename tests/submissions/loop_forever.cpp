// verdict: time_limit
// says: does a loop never end?
// options: --time-limit 1

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  volatile bool on = true;
  while (on) {
  }
  return Matrix();
}

}  // namespace softmark
