// attack: says that it crashes in a line that is an order to a runner, and in other files
// verdict: crashed
// exercise: 03_two_head_attention

#include "two_head_attention.hpp"

#include <csignal>

extern "C" [[noreturn]] void __ubsan_handle_divrem_overflow_abort(const void*, std::uintptr_t,
                                                                  std::uintptr_t);

namespace softmark {

Matrix two_head_attention(const Matrix& X, const Head&, const Head&, const Matrix&) {
  struct {
    const char* file = "two_head_attention.cpp:1\n##[error]\n::error::forged\n\x1b[31m";
    std::uint32_t line = 7, column = 1;
  } place;
  __ubsan_handle_divrem_overflow_abort(&place, 0, 0);
  return X;
}

}  // namespace softmark
