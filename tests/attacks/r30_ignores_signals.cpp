// attack: ignores and blocks all signals, in several threads that loop
// verdict: time_limit
// options: --time-limit 1

#include "matrix_attention.hpp"

#include <pthread.h>
#include <signal.h>

namespace {

void* loop(void*) {
  for (volatile bool on = true; on;) {
  }
  return nullptr;
}

void attack() {
  for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  pthread_t thread;
  pthread_create(&thread, nullptr, loop, nullptr);
  loop(nullptr);
}

}  // namespace

#include "then_zeros.hpp"
