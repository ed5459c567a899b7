// attack: ignores and blocks all signals, in several threads that loop
// verdict: time_limit
// options: --time-limit 1

#include "matrix_attention.hpp"

#include <pthread.h>
#include <signal.h>

namespace softmark {
namespace {

void* loop(void*) {
  for (volatile bool on = true; on;) {
  }
  return nullptr;
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  pthread_t thread;
  pthread_create(&thread, nullptr, loop, nullptr);
  loop(nullptr);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
