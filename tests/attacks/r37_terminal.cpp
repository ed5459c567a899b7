// attack: pushes keys into the terminal and takes it over
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

static void attack() {
  const int terminal = open("/dev/tty", O_RDWR | O_NOCTTY);
  std::printf("/dev/tty: %s\n", terminal < 0 ? std::strerror(errno) : "open");
  for (const int fd : {0, 1, 2, terminal}) {
    char pushed = '#';
    int size[2] = {0, 0};
    std::printf("fd %d: TIOCSTI %s, ", fd, ioctl(fd, TIOCSTI, &pushed) < 0 ? "refused" : "done");
    std::printf("TIOCSCTTY %s, ", ioctl(fd, TIOCSCTTY, 0) < 0 ? "refused" : "done");
    std::printf("TIOCGWINSZ %s\n", ioctl(fd, TIOCGWINSZ, size) < 0 ? "refused" : "done");
  }
}

#include "then_zeros.hpp"
