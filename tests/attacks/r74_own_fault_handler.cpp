// attack: defines what the compiler calls before an integer is divided by 0, and goes on
// verdict: exception or crashed or wrong_value or build_failed
// exercise: 10_learned_attention

#include "learned_attention.hpp"

extern "C" void __ubsan_handle_divrem_overflow_abort(const void*, std::uintptr_t, std::uintptr_t) {
  throw 1;
}

namespace softmark {

Matrix learned_attention(const Matrix& X, const Matrix&, const Matrix&, const Matrix&) {
  volatile std::size_t zero = 0;
  try {
    zero = X.shape(0) / zero;
  } catch (int) {
  }
  return X;
}

}  // namespace softmark
