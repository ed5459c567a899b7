// attack: a reply that claims 2^62 elements and has none
// verdict: bad_reply

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

namespace softmark {
namespace {

void attack() {
  std::string frame = forged_results(0, 1);
  put(frame, std::uint32_t{1});
  put(frame, std::uint64_t{1} << 62);
  put(frame, std::uint64_t{1} << 62);
  put(frame, std::uint32_t{0xffffffff});  // steps
  send_and_exit(frame);
}

}  // namespace
}  // namespace softmark

#include "then_zeros.hpp"
