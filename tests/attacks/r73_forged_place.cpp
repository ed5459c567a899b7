// attack: says that it crashes in a line that is an order to a runner, and in other files
// verdict: crashed
// exercise: 10_learned_attention

#include "learned_attention.hpp"

#include <csignal>

extern "C" [[noreturn]] void __ubsan_handle_divrem_overflow_abort(const void*, std::uintptr_t,
                                                                  std::uintptr_t);

namespace softmark {

Matrix learned_attention(const Matrix& X, const Matrix&, const Matrix&, const Matrix&) {
  struct {
    const char* file = "learned_attention.cpp:1\n##[error]\n::error::forged\n\x1b[31m";
    std::uint32_t line = 7, column = 1;
  } place;
  __ubsan_handle_divrem_overflow_abort(&place, 0, 0);
  return X;
}

}  // namespace softmark
