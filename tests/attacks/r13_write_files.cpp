// attack: makes files, folders, links, pipes and results in many ways
// verdict: wrong_value
// wins: file

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "reports_calls.hpp"

static void attack() {
  const char* forged = R"({"score": 100, "verdict": "passed"})";
  const int file = open("@OUTSIDE@/results.json", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  report("open", file);
  if (file >= 0) report("write", static_cast<int>(write(file, forged, std::strlen(forged))));
  report("openat", openat(AT_FDCWD, "@OUTSIDE@/r13_openat", O_WRONLY | O_CREAT, 0666));
  report("creat", creat("@OUTSIDE@/r13_creat", 0666));
  report("O_TMPFILE", open("@OUTSIDE@", O_WRONLY | O_TMPFILE, 0666));
  report("mkdir", mkdir("@OUTSIDE@/r13_mkdir", 0777));
  report("symlink", symlink("@COURSE@", "@OUTSIDE@/r13_symlink"));
  report("link", link("@SOLUTION@", "@OUTSIDE@/r13_link"));
  report("mkfifo", mkfifo("@OUTSIDE@/r13_fifo", 0666));
  report("rename", rename("@OUTSIDE@/r13_creat", "@OUTSIDE@/r13_renamed"));
  report("chmod", chmod("@OUTSIDE@", 0777));
}

#include "then_zeros.hpp"
