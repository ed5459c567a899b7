// attack: forges a reply of arrays with absurd shapes, which go to the measures
// exercise: 26_matching_data
// verdict: wrong_shape

#include "matching_data.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

namespace softmark {

MatchingData matching_data(std::size_t, std::size_t, int, std::mt19937&) {
  std::string frame = forged_results(nonce_in_memory(), 2);
  put_shape(frame, {std::uint64_t{1} << 63, 0}, 0);
  put_shape(frame, {0}, 0);
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  send_and_exit(frame);
  return {};
}

}  // namespace softmark
