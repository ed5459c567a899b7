// attack: in a second look, computes for ever, and ignores signals
// verdict: crashed
// options: --sanitizers on

#include "second_look.hpp"

#include <signal.h>

void attack() {
#ifdef ADDRESS_LOOK
  for (int number = 1; number < 32; ++number) signal(number, SIG_IGN);
  for (volatile int i = 0;; i = i + 1) {
  }
#endif
}
