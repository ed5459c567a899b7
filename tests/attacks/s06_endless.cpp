// attack: in a second look, computes for ever, and ignores signals
// verdict: crashed
// options: --sanitizers on

#include "matrix_attention.hpp"

#include <signal.h>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define SECOND_LOOK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SECOND_LOOK 1
#endif
#endif

namespace softmark {
namespace {

void attack() {
#ifdef SECOND_LOOK
  for (int number = 1; number < 32; ++number) signal(number, SIG_IGN);
  for (volatile int i = 0;; i = i + 1) {
  }
#endif
}

}  // namespace

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  attack();
  std::abort();
}

}  // namespace softmark
