// attack: finds the nonce in memory and sends a well-formed reply that is all NaN
// verdict: not_finite

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

#include <cstdint>
#include <limits>
#include <string>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, nonce_in_memory());
  put(frame, std::uint32_t{1});  // returned
  put(frame, std::uint32_t{0});  // text
  put(frame, std::uint32_t{1});  // one result
  put(frame, std::uint32_t{2});
  put(frame, std::uint64_t{value.omega.shape(0)});
  put(frame, std::uint64_t{X.shape(1)});
  const std::size_t size = value.omega.shape(0) * X.shape(1);
  put(frame, std::uint64_t{size});
  for (std::size_t i = 0; i < size; ++i) put(frame, std::numeric_limits<double>::signaling_NaN());
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  if (write(4, frame.data(), frame.size()) > 0) _exit(0);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
