// attack: in a second look, floods all its streams
// verdict: crashed
// options: --sanitizers on

#include "second_look.hpp"

#include <unistd.h>
#include <cstring>

void attack() {
#ifdef ADDRESS_LOOK
  static char bytes[1 << 16];
  std::memset(bytes, ':', sizeof bytes);
  for (int i = 0; i < 20000; ++i) {
    write(1, bytes, sizeof bytes);
    write(2, bytes, sizeof bytes);
    write(4, bytes, sizeof bytes);
  }
#endif
}
