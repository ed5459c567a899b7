// attack: sends a well-formed wrong reply, and then the right answer
// verdict: bad_reply

#include "matrix_attention.hpp"
#include "right_answer.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

#include <cstdio>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  std::string frame = forged_results(nonce_in_memory(), 1);
  put(frame, std::uint32_t{0});
  put(frame, std::uint64_t{1});
  put(frame, 1.0);
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  const ssize_t sent = write(4, frame.data(), frame.size());
  std::printf("write: %zd of %zu\n", sent, frame.size());
  return right_answer(X, query, key, value);
}

}  // namespace softmark
