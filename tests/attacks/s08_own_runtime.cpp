// attack: in a second look, defines what the sanitizers call, and calls the harness
// verdict: crashed
// options: --sanitizers on

#include "second_look.hpp"

#include <cstdio>
#include <unistd.h>

extern "C" void __ubsan_handle_divrem_overflow_abort(void*, unsigned long, unsigned long) {
  std::puts("::error::attack-won");
}
extern "C" void __asan_report_load8(unsigned long) { std::puts("attack-won"); }
extern "C" void __asan_set_error_report_callback(void (*)(const char*)) {}

void attack() {
#ifdef ADDRESS_LOOK
  static_cast<void>(sizeof(int));
  int zero = 0;
  volatile int result = 1 / zero;
  static_cast<void>(result);
#endif
}
