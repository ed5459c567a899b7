// attack: breaks out of a changed root with a second one, then reads a file
// verdict: forbidden
// wins: file

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "reports_calls.hpp"

static void attack() {
  report("mkdir", mkdir("@OUTSIDE@/r54", 0700));
  report("chroot", chroot("@OUTSIDE@/r54"));
  for (int i = 0; i < 64; ++i) {
    if (chdir("..") != 0) break;
  }
  report("chroot back", chroot("."));
  char text[8192] = "";
  const int file = open("@SOLUTION@", O_RDONLY);
  report("open", file);
  if (read(file, text, sizeof text - 1) > 0) std::printf("%s\n", text);
}

#include "then_zeros.hpp"
