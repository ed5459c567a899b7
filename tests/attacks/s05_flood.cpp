// attack: in a second look, floods all its streams
// verdict: crashed
// options: --sanitizers on

#include "matrix_attention.hpp"

#include <unistd.h>
#include <cstdlib>
#include <cstring>

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
  static char bytes[1 << 16];
  std::memset(bytes, ':', sizeof bytes);
  for (int i = 0; i < 20000; ++i) {
    write(1, bytes, sizeof bytes);
    write(2, bytes, sizeof bytes);
    write(4, bytes, sizeof bytes);
  }
#endif
}

}  // namespace

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  attack();
  std::abort();
}

}  // namespace softmark
