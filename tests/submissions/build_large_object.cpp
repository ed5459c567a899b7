// verdict: build_limit
// says: the compiler was stopped at its limit of what it may write

#include "matrix_attention.hpp"

namespace softmark {

int table[1 << 26] = {1};  // 256 MiB in the object file

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix() + table[3];
}

}  // namespace softmark
