// attack: a compiler that closes its output and waits, with others that it has started
// verdict: internal_error
// options: --build-limit 1

#include "taken_compiler.hpp"

void attack() {
  for (int i = 0; i < 4; ++i) {
    if (fork() == 0) setsid();
  }
  for (const int fd : {0, 1, 2}) close(fd);
  for (;;) {
    signal(SIGTERM, SIG_IGN);
    sleep(20);
  }
}
