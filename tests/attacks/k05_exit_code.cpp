// attack: a compiler that ends as confine does when the layers cannot be put on
// verdict: internal_error

#include "taken_compiler.hpp"

void attack() {
  std::fprintf(stderr, "confine: Landlock: Function not implemented\n");
  for (int fd = 3; fd < 64; ++fd) {
    if (write(fd, "", 1) == 1) claim(true, "writes to the grader");
  }
  _exit(125);
}
