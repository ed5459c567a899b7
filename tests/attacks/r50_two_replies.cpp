// attack: sends a well-formed wrong reply, and then the right answer
// verdict: bad_reply

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, nonce_in_memory());
  put(frame, std::uint32_t{1});  // returned
  put(frame, std::uint32_t{0});  // text
  put(frame, std::uint32_t{1});  // one result: a number
  put(frame, std::uint32_t{0});
  put(frame, std::uint64_t{1});
  put(frame, 1.0);
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  const ssize_t sent = write(4, frame.data(), frame.size());
  std::printf("write: %zd of %zu\n", sent, frame.size());
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  Matrix weights = e / xt::sum(e, {0}, xt::keep_dims);
  return xt::linalg::dot(V, weights);
}

}  // namespace softmark
