// attack: looks for descriptors that were left open, reads and locks what it finds
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

static void attack() {
  for (int fd = 0; fd < 1024; ++fd) {
    struct stat status {};
    if (fstat(fd, &status) != 0) continue;
    const int flags = fcntl(fd, F_GETFL);
    std::printf("fd %d: mode %o, flags %o", fd, status.st_mode, flags);
    struct flock lock {};
    lock.l_type = F_RDLCK;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) std::printf(", locked");
    if (fcntl(fd, F_SETLK, &lock) == 0) std::printf(", locked once more");
    if (fd != 4 && (flags & O_ACCMODE) != O_WRONLY) {
      char text[256] = "";
      pollfd ready{fd, POLLIN, 0};
      if (poll(&ready, 1, 0) > 0) std::printf(", read %zd", read(fd, text, sizeof text - 1));
      if (send(fd, "", 0, MSG_DONTWAIT) == 0) std::printf(", sent");
    }
    std::printf("\n");
  }
}

#include "then_zeros.hpp"
