#pragma once
// What the hostile probes attempt, of the build and of the run alike, and how they report it: a
// line on the standard output for each thing that is wrong with the walls around them.

#include <fcntl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace {

unsigned reported = 0;  // lines

void report(bool bad, const char* what, const char* more = "") {
  if (!bad) return;
  std::printf("%s%s\n", what, more);
  ++reported;
}

bool opens(const std::string& path, int flags) {
  const int fd = open(path.c_str(), flags, 0600);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

bool creates_file_in(const std::string& folder) {
  const std::string file = folder + "/.softmark-probe";
  const bool made = opens(file, O_WRONLY | O_CREAT);
  if (made) unlink(file.c_str());
  return made;
}

bool makes_socket(int family) {
  const int fd = socket(family, SOCK_STREAM, 0);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

bool shares_memory() {
  const int segment = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  if (segment >= 0) shmctl(segment, IPC_RMID, nullptr);
  return segment >= 0;
}

}  // namespace
