// attack: finds the nonce in memory and sends a well-formed reply that is all NaN
// verdict: not_finite

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

#include <limits>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  std::string frame = forged_results(nonce_in_memory(), 1);
  const std::size_t size = value.omega.shape(0) * X.shape(1);
  put_shape(frame, {value.omega.shape(0), X.shape(1)}, size);
  for (std::size_t i = 0; i < size; ++i) put(frame, std::numeric_limits<double>::signaling_NaN());
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  send_and_exit(frame);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
