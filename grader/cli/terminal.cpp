#include "cli/commands.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

namespace grader {

namespace {

/// Bytes of memory that this process may hope for: the machine's, or less in a container.
std::uint64_t memory_there_is() {
  std::uint64_t bytes = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L)) *
                        static_cast<std::uint64_t>(std::max(sysconf(_SC_PAGESIZE), 0L));
  for (const char* file : {"/sys/fs/cgroup/memory.max",  // of version 2, then of version 1
                           "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::uint64_t limit = 0;
    if (std::ifstream(file) >> limit) bytes = std::min(bytes, limit);  // may be the word "max"
  }
  return bytes;
}

}  // namespace

unsigned job_count(unsigned wanted) {
  constexpr std::uint64_t memory_of_a_job = std::uint64_t{4} << 30;  // a compiler's, and the rest
  // A little less than was bought is there.
  const std::uint64_t most =
      std::max<std::uint64_t>((memory_there_is() + (memory_of_a_job / 4)) / memory_of_a_job, 1);
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1U);
  return static_cast<unsigned>(std::min<std::uint64_t>(wanted > 0 ? wanted : cores, most));
}

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0') &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

namespace {

bool progress_shown = false;  // only a line that was shown is cleared

}  // namespace

void show_progress(const std::string& text) {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
  if (isatty(STDERR_FILENO) == 0 || dumb) return;
  progress_shown = true;
  std::fprintf(stderr, "\r\x1b[K%s", text.substr(0, 79).c_str());
  std::fflush(stderr);
}

void clear_progress() {
  if (progress_shown) std::fputs("\r\x1b[K", stderr);
}

}  // namespace grader
