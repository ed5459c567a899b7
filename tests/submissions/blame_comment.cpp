// verdict: build_failed
// says: it does not compile

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return 1 +;  // LLVM ERROR: out of memory
}

}  // namespace softmark
