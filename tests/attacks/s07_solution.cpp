// attack: in a second look, includes the solution and embeds reference data
// verdict: crashed
// options: --sanitizers on

#include "matrix_attention.hpp"

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define SECOND_LOOK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SECOND_LOOK 1
#endif
#endif

#ifdef SECOND_LOOK
#include "@SOLUTION@"
asm(".incbin \"@CANARY@\"");
#endif

namespace softmark {
namespace {

void attack() {
#ifdef SECOND_LOOK

#endif
}

}  // namespace

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  attack();
  std::abort();
}

}  // namespace softmark
