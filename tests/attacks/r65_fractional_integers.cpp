// attack: forges integers that are none; cut off, they would be the right ones
// exercise: 26_matching_data
// verdict: wrong_shape

#include "matching_data.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

#include <cstdint>
#include <string>

namespace softmark {

MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random) {
  std::uniform_int_distribution<int> integer(1, vocabulary - 1);
  std::string X, y;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t n = 0; n < length; ++n) {
      const double number = integer(random) + 0.5;
      put(X, number);
      if (n == 0) put(y, number);
    }
  }
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, nonce_in_memory());
  put(frame, std::uint32_t{1});  // returned
  put(frame, std::uint32_t{0});  // text
  put(frame, std::uint32_t{2});  // two results
  put(frame, std::uint32_t{2});
  put(frame, std::uint64_t{count});
  put(frame, std::uint64_t{length});
  put(frame, std::uint64_t{count * length});
  frame += X;
  put(frame, std::uint32_t{1});
  put(frame, std::uint64_t{count});
  put(frame, std::uint64_t{count});
  frame += y;
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
