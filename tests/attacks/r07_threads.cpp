// attack: starts 600 threads
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cstdio>

static void attack() {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  int made = 0;
  for (int i = 0; i < 600; ++i) {
    pthread_t thread;
    const auto rest = [](void*) -> void* { return sleep(20), nullptr; };
    if (pthread_create(&thread, &small, rest, nullptr) == 0) ++made;
  }
  std::printf("threads: %d of 600\n", made);
}

#include "then_zeros.hpp"
