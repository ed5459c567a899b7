// attack: forges integers that are none; cut off, they would be the right ones
// exercise: 26_matching_data
// verdict: wrong_shape

#include "matching_data.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

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
  std::string frame = forged_results(nonce_in_memory(), 2);
  put_shape(frame, {count, length}, count * length);
  frame += X;
  put_shape(frame, {count}, count);
  frame += y;
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  send_and_exit(frame);
  return {};
}

}  // namespace softmark
