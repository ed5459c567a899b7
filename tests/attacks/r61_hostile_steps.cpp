// attack: sends a well-formed reply whose steps have impossible shapes and endless names
// verdict: wrong_value

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

#include <cstdint>
#include <string>

namespace softmark {
namespace {

const char* const names[] = {"queries", "keys", "values", "scores", "attention weights"};

}  // namespace

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
  std::size_t sent = 0;
  while (sent < frame.size()) {
    const ssize_t count = write(4, frame.data() + sent, frame.size() - sent);
    if (count <= 0) break;
    sent += static_cast<std::size_t>(count);
  }
  if (sent == frame.size()) _exit(0);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
