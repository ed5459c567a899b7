// attack: opens a file by other calls than open: by its handle, with openat2, through links
// verdict: wrong_value
// wins: canary

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>

#include "reports_calls.hpp"

namespace {

/// Copies the file to the standard output without reading it.
void show(const char* call, int file) {
  report(call, file);
  if (file < 0) return;
  std::fflush(stdout);
  if (sendfile(1, file, nullptr, 4096) < 0 && splice(file, nullptr, 1, nullptr, 4096, 0) < 0) {
    std::printf("sendfile, splice: %m\n");
  }
  close(file);
}

void attack() {
  struct {
    file_handle head{};
    char bytes[128];
  } handle;
  handle.head.handle_bytes = sizeof handle.bytes;
  int mount = 0;
  report("name_to_handle_at", name_to_handle_at(AT_FDCWD, "@SOLUTION@", &handle.head, &mount, 0));
  show("open_by_handle_at", open_by_handle_at(AT_FDCWD, &handle.head, O_RDONLY));
  open_how how{};
  show("openat2", static_cast<int>(syscall(SYS_openat2, AT_FDCWD, "@SOLUTION@", &how, sizeof how)));
  show("openat", openat(4, "@SOLUTION@", O_RDONLY));
  show("/proc/self/root", open("/proc/self/root@SOLUTION@", O_RDONLY));
  show("creat", open("@SOLUTION@", O_RDONLY | O_CREAT, 0600));
  report("readlink", readlink("/proc/self/exe", handle.bytes, sizeof handle.bytes));
  struct stat status {};
  report("stat", stat("@SOLUTION@", &status));
  report("access", access("@SOLUTION@", R_OK));
  report("truncate", truncate("@OUTSIDE@/nowhere", 0));
}

}  // namespace

#include "then_zeros.hpp"
