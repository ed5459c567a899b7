// attack: the last public case counts the threads that a fresh case beside it leaves to their user
// verdict: passed
// options: --fresh=1
// seconds: 30
#include "matrix_attention.hpp"
#include "public_case.hpp"
#include "right_answer.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cstdio>

namespace {

void* idle(void* microseconds) {
  usleep(*static_cast<unsigned*>(microseconds));
  return nullptr;
}

// How many threads can be begun, of at most 120; they live for so long.
int threads(unsigned microseconds) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_t begun[120];
  int count = 0;
  while (count < 120 && pthread_create(&begun[count], &small, idle, &microseconds) == 0) ++count;
  for (int i = 0; i < count; ++i) pthread_join(begun[i], nullptr);
  return count;
}

}  // namespace

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key, const Projection& value) {
  const bool last_public = X(0, 0) == -0.43060314972978897;
  if (!is_public(X, query, value)) threads(1'000'000);
  for (int turn = 0; last_public && turn < 5; ++turn) {
    if (threads(1'000) < 60) std::puts("told-fresh-inputs");
    usleep(100'000);
  }
  return right_answer(X, query, key, value);
}

}  // namespace softmark
