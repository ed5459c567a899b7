// attack: a compiler that leaves folders nobody may enter, and others deeper than descriptors reach
// verdict: internal_error

#include "taken_compiler.hpp"

#include <fcntl.h>
#include <sys/stat.h>

void attack() {
  for (const char* name : {"closed", "closed/inside", "softmark-moved-0", "softmark-moved-0/inside"}) mkdir(name, 0700);
  close(open("closed/inside/file", O_CREAT | O_WRONLY, 0600));
  if (symlink("/", "closed/link") != 0) claim(false, "link");
  const int start = open(".", O_RDONLY | O_DIRECTORY);
  for (int depth = 0; depth < 2000; ++depth) {
    if (mkdir("deep", 0700) != 0 || chdir("deep") != 0) break;
  }
  if (fchdir(start) != 0) return;
  for (const char* name : {"closed/inside", "closed", "softmark-moved-0", "deep", "."}) chmod(name, 0);
}
