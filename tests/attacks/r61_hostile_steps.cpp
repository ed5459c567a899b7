// attack: sends a well-formed reply whose steps have impossible shapes and endless names
// verdict: wrong_value

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

namespace softmark {
namespace {

const char* const names[] = {"queries", "keys", "values", "scores", "attention weights"};

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  std::string frame = forged_results(nonce_in_memory(), 1);
  const std::size_t size = value.omega.shape(0) * X.shape(1);
  put_shape(frame, {value.omega.shape(0), X.shape(1)}, size);
  for (std::size_t i = 0; i < size; ++i) put(frame, i % 2 == 0 ? 5e-324 : 1.7e308);
  put(frame, std::uint32_t{1024});
  for (int step = 0; step < 1024; ++step) {
    const std::string name = step < 5 ? names[step] : std::string(4000, "\x1b\n"[step % 2]);
    put(frame, static_cast<std::uint32_t>(name.size()));
    frame += name;
    put(frame, std::uint32_t{8});
    for (int axis = 0; axis < 8; ++axis) put(frame, std::uint64_t{1} << (step % 2 == 0 ? 63 : 32));
    put(frame, std::uint64_t{0});
  }
  put(frame, std::uint32_t{0});  // frames
  send_and_exit(frame);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
