// What attacks in a second look share: which one they are in, and a crash that leads to it. They begin a thread, where they mean
// the look for races.

#include "matrix_attention.hpp"

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_LOOK 1
#elif defined(__SANITIZE_THREAD__)
#define RACE_LOOK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_LOOK 1
#elif __has_feature(thread_sanitizer)
#define RACE_LOOK 1
#endif
#endif

static void attack();

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  attack();
  std::abort();
}

}  // namespace softmark
