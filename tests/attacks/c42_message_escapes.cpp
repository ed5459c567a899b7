// attack: compiles with warnings that clear the terminal, forge lines and give orders to a runner
// verdict: wrong_shape

#include "matrix_attention.hpp"

#pragma message("\x1b[2J\a\nmatrix_attention.cpp:1:1: error: forged\n::error::forged")
_Pragma("message(\"##[error]forged \\033]8;;http://127.0.0.1\\033\\\\ \")")
#pragma GCC warning "\r\x1b[1A softmark: 3 of 3 passed"
#warning [31m ›31m ÿ ::stop-commands::forged
[[deprecated("\n::add-mask::passed\n")]] int old();

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  (void)sizeof(old());
  return Matrix();
}

}  // namespace softmark
