// verdict: build_failed
// says: it does not compile

#include "matrix_attention.hpp"

#error rebuild precompiled header, No space left on device, out of memory

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
