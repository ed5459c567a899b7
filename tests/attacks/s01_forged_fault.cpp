// attack: in a second look, forges the line of a fault, with orders and escapes in each field
// verdict: crashed
// options: --sanitizers on

#include "matrix_attention.hpp"

#include <unistd.h>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define SECOND_LOOK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SECOND_LOOK 1
#endif
#endif

#include "forged_reply.hpp"

namespace softmark {
namespace {

void attack() {
#ifdef SECOND_LOOK
  const std::uint64_t nonce = nonce_in_memory();
  const std::string text =
      "memory stack-buffer-overflow read 8 stack 40 24 x\x1b[2J\r\n ::error::attack-won "
      "##vso[task.complete]attack-won \xff\x01 PASS";
  std::string reply;
  put(reply, std::uint32_t{0x524d5301});
  put(reply, nonce);
  put(reply, std::uint32_t{6});
  put(reply, static_cast<std::uint32_t>(text.size()));
  reply += text;
  put(reply, std::uint32_t{0});
  put(reply, std::uint32_t{0});
  put(reply, std::uint32_t{64});
  for (std::uint64_t i = 0; i < 64; ++i) put(reply, i % 7 == 3 ? 0 : ~i);
  write(4, reply.data(), reply.size());
  write(1, "\n::error::attack-won\n", 22);
#endif
}

}  // namespace

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  attack();
  std::abort();
}

}  // namespace softmark
