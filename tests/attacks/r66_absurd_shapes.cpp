// attack: forges a reply of arrays with absurd shapes, which go to the measures
// exercise: 26_matching_data
// verdict: wrong_shape

#include "matching_data.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

#include <cstdint>
#include <string>

namespace softmark {

MatchingData matching_data(std::size_t, std::size_t, int, std::mt19937&) {
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, nonce_in_memory());
  put(frame, std::uint32_t{1});  // returned
  put(frame, std::uint32_t{0});  // text
  put(frame, std::uint32_t{2});  // two results
  put(frame, std::uint32_t{2});
  put(frame, std::uint64_t{1} << 63);
  put(frame, std::uint64_t{0});
  put(frame, std::uint64_t{0});
  put(frame, std::uint32_t{1});
  put(frame, std::uint64_t{0});
  put(frame, std::uint64_t{0});
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  std::size_t sent = 0;
  while (sent < frame.size()) {
    const ssize_t done = write(4, frame.data() + sent, frame.size() - sent);
    if (done <= 0) break;
    sent += static_cast<std::size_t>(done);
  }
  if (sent == frame.size()) _exit(0);
  return {};
}

}  // namespace softmark
