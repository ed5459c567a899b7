// attack: in second looks, forges the lines of a race and of something else, with orders and escapes
// verdict: crashed
// options: --sanitizers on

#include "second_look.hpp"

#include <thread>

#include "forged_reply.hpp"

void attack() {
  std::thread([] {}).join();
#if defined(ADDRESS_LOOK) || defined(RACE_LOOK)
  using namespace softmark;
  const std::uint64_t nonce = nonce_in_memory();
  const bool race = nonce % 2 == 0;
  const std::string text =
      race ? "race write write\x1b[2J\r\n ::error::attack-won ##vso[task.complete]attack-won PASS"
           : "leak 18446744073709551615 9 \x1b[2J\r\n ::error::attack-won PASS";
  forge_end(nonce, text, [](std::uint64_t i) { return i % 7 == 3 ? 0 : ~i; });
  write(1, "\n::error::attack-won\n", 22);
#endif
}
