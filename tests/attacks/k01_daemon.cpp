// attack: a compiler that leaves processes in sessions of their own, one that goes on starting others, and ends
// verdict: internal_error

#include "taken_compiler.hpp"

void attack() {
  for (int i = 0; i < 3; ++i) {
    if (fork() != 0) continue;
    setsid();
    setpgid(0, 0);
    if (fork() != 0) _exit(0);
    setsid();
    // The last one never stays the same process for long.
    while (i == 2) {
      usleep(1000);
      if (fork() != 0) _exit(0);
    }
    for (const int fd : {0, 1, 2}) close(fd);
    for (;;) sleep(20);
  }
  claim(setsid() > 0, "setsid");
}
