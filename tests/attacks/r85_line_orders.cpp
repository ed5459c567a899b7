// attack: gives its code lines that no file has, and names for its file that are orders
// verdict: crashed

#include "matrix_attention.hpp"

namespace softmark {

#line 4294967295 "matrix_attention.cpp"
[[gnu::noinline]] static void last_line() { __builtin_trap(); }
#line 7 "::error::forged\x1b[2J.cpp"
[[gnu::noinline]] static void other_file() { last_line(); }
#line 1 "/etc/passwd"
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  other_file();
  return X;
}

}  // namespace softmark
