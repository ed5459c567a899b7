// attack: recurses without end, in a thread
// verdict: crashed

#include "matrix_attention.hpp"

#include <pthread.h>

namespace {

void* descend(void* from) {
  volatile char frame[4096];
  frame[0] = 1;
  void* result = frame[0] == 1 ? descend(from) : from;
  return frame[0] == 1 ? result : nullptr;
}

void attack() {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, descend, nullptr) != 0) descend(nullptr);
  pthread_join(thread, nullptr);
}

}  // namespace

#include "then_zeros.hpp"
