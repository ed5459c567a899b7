// attack: in second looks, forges the lines of a race and of something else, with orders and escapes
// verdict: crashed
// options: --sanitizers on

#include "matrix_attention.hpp"

#include <unistd.h>

#include <cstdlib>
#include <thread>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SECOND_LOOK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SECOND_LOOK 1
#endif
#endif

#include "forged_reply.hpp"

namespace softmark {
namespace {

void attack() {
#ifdef SECOND_LOOK
  const std::uint64_t nonce = nonce_in_memory();
  const bool race = nonce % 2 == 0;
  const std::string text =
      race ? "race write write\x1b[2J\r\n ::error::attack-won ##vso[task.complete]attack-won PASS"
           : "leak 18446744073709551615 9 \x1b[2J\r\n ::error::attack-won PASS";
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
  std::thread([] {}).join();
  attack();
  std::abort();
}

}  // namespace softmark
