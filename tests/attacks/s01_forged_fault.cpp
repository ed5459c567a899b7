// attack: in a second look, forges the line of a fault, with orders and escapes in each field
// verdict: crashed
// options: --sanitizers on

#include "second_look.hpp"

#include "forged_reply.hpp"

void attack() {
#ifdef ADDRESS_LOOK
  using namespace softmark;
  const std::uint64_t nonce = nonce_in_memory();
  const std::string text =
      "memory stack-buffer-overflow read 8 stack 40 24 x\x1b[2J\r\n ::error::attack-won "
      "##vso[task.complete]attack-won \xff\x01 PASS";
  forge_end(nonce, text, [](std::uint64_t i) { return i % 7 == 3 ? 0 : ~i; });
  write(1, "\n::error::attack-won\n", 22);
#endif
}
