// attack: lists / and temporary folders, and prints the solutions that it finds
// verdict: wrong_value
// wins: canary

#include "matrix_attention.hpp"

#include <dirent.h>
#include <ftw.h>
#include <sys/inotify.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace {

void list(const char* folder) {
  DIR* entries = opendir(folder);
  std::printf("%s: %s", folder, entries == nullptr ? std::strerror(errno) : "");
  for (int count = 0; entries != nullptr && count < 20; ++count) {
    const dirent* entry = readdir(entries);
    if (entry == nullptr) break;
    std::printf(" %s", entry->d_name);
  }
  std::printf("\n");
}

int show(const char* path, const struct stat*, int, FTW*) {
  if (std::string(path).find("attention.cpp") == std::string::npos) return 0;
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::printf("%s:\n%s\n", path, text.str().c_str());
  return 0;
}

void attack() {
  for (const char* folder : {"/", "/tmp", "/dev/shm", "@COURSE@"}) list(folder);
  const int watch = inotify_init1(IN_NONBLOCK);
  std::printf("inotify: %s\n",
              inotify_add_watch(watch, "/tmp", IN_CREATE) < 0 ? std::strerror(errno) : "watches");
  nftw("@COURSE@/solutions", show, 8, FTW_PHYS);
}

}  // namespace

#include "then_zeros.hpp"
