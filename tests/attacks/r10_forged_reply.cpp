// attack: a constructor answers in place of the function, with a nonce of its own
// verdict: bad_reply

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

namespace softmark {
namespace {

__attribute__((constructor)) void answer() {
  std::string frame = forged_results(0, 1);
  put_shape(frame, {4, 3}, 12);
  for (int i = 0; i < 12; ++i) put(frame, 0.25);
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  send_and_exit(frame);
}

}  // namespace
}  // namespace softmark

#include "returns_zeros.hpp"
