// attack: includes a file without end
// verdict: build_failed or build_limit
// options: --build-limit 1
// weak: open

#include "matrix_attention.hpp"

#include "/dev/zero"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
