// attack: says that it crashed at addresses all over the address space, and that an order stands there
// verdict: crashed

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <unistd.h>

#include <csignal>

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  const bool sent = forge_end(nonce_in_memory(), "\x1b[2J::error::forged", [](std::uint64_t i) { return ~std::uint64_t{0} >> i; });
  close(4);
  std::signal(SIGABRT, SIG_DFL);
  if (sent) std::raise(SIGABRT);
  return X;
}

}  // namespace softmark
