// attack: in a second look, defines what the sanitizers call, and calls the harness
// verdict: crashed
// options: --sanitizers on

#include "matrix_attention.hpp"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SECOND_LOOK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SECOND_LOOK 1
#endif
#endif

extern "C" void __ubsan_handle_divrem_overflow_abort(void*, unsigned long, unsigned long) {
  std::puts("::error::attack-won");
}
extern "C" void __asan_report_load8(unsigned long) { std::puts("attack-won"); }
extern "C" void __asan_set_error_report_callback(void (*)(const char*)) {}

namespace softmark {
namespace {

void attack() {
#ifdef SECOND_LOOK
  static_cast<void>(sizeof(int));
  int zero = 0;
  volatile int result = 1 / zero;
  static_cast<void>(result);
#endif
}

}  // namespace

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  attack();
  std::abort();
}

}  // namespace softmark
