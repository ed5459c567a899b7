// attack: has the compiler quote the accounts of the machine in its messages
// verdict: build_failed

#include "matrix_attention.hpp"

#include "/etc/passwd"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
