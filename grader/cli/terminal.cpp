#include "cli/commands.hpp"

#include "core/text.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>

namespace grader {

namespace {

/// Bytes of memory that this process may hope for: the machine's, or less in a container.
std::uint64_t available_memory() {
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
  return jobs_for(wanted, std::thread::hardware_concurrency(), available_memory());
}

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0') &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

void tell(const std::string& text) { std::cerr << harmless(text); }

namespace {

bool progress_shown = false;  // only a line that was shown is cleared

/// Whether a line can be written over.
bool on_terminal() {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
  return isatty(STDERR_FILENO) != 0 && !dumb;
}

}  // namespace

void show_progress(const std::string& text) {
  if (!on_terminal()) return;
  progress_shown = true;
  std::fprintf(stderr, "\r\x1b[K%s", cut(harmless(text), 79).c_str());
  std::fflush(stderr);
}

void tell_progress(const std::string& text) {
  static std::mutex mutex;
  static auto told = std::chrono::steady_clock::now();
  const std::lock_guard lock(mutex);
  if (on_terminal()) return show_progress(text);
  const auto now = std::chrono::steady_clock::now();
  if (now - told < std::chrono::seconds(10)) return;
  told = now;
  tell(fmt::format("grade: {}\n", text));
}

void clear_progress() {
  if (progress_shown) std::fputs("\r\x1b[K", stderr);
}

}  // namespace grader
