// attack: survives bad writes with siglongjmp, attacks the code of the harness, then writes to null
// verdict: crashed

#include "matrix_attention.hpp"

#include <setjmp.h>
#include <signal.h>

#include <cstdio>
#include <string_view>

namespace softmark {
namespace {

sigjmp_buf back;

void attack() {
  struct sigaction action {};
  action.sa_handler = [](int) { siglongjmp(back, 1); };
  sigaction(SIGSEGV, &action, nullptr);
  auto* code = reinterpret_cast<volatile char*>(
      static_cast<void (*)(std::string_view, std::size_t, const std::size_t*, const double*)>(
          &detail::record));
  if (sigsetjmp(back, 1) == 0) {
    code[0] = static_cast<char>(0xc3);
    std::puts("the code was overwritten");
  } else {
    std::puts("SIGSEGV, and back");
  }
  signal(SIGSEGV, SIG_DFL);
  *static_cast<volatile int*>(nullptr) = 1;
}

}  // namespace
}  // namespace softmark

#include "then_zeros.hpp"
