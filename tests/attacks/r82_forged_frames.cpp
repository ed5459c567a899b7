// attack: says that it crashed at addresses all over the address space, and that an order stands there
// verdict: crashed

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <string>

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  const std::string text = "\x1b[2J::error::forged";
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, nonce_in_memory());
  put(frame, std::uint32_t{6});  // ended
  put(frame, static_cast<std::uint32_t>(text.size()));
  frame += text;
  put(frame, std::uint64_t{0});  // no result, no steps
  put(frame, std::uint32_t{64});
  for (int i = 0; i < 64; ++i) put(frame, ~std::uint64_t{0} >> i);
  const ssize_t sent = write(4, frame.data(), frame.size());
  close(4);
  std::signal(SIGABRT, SIG_DFL);
  if (sent > 0) std::raise(SIGABRT);
  return X;
}

}  // namespace softmark
