#include "cli/commands.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <mutex>
#include <thread>

namespace grader {

unsigned job_count(unsigned wanted) {
  const unsigned cores = std::thread::hardware_concurrency();
  return wanted > 0 ? wanted : cores > 0 ? cores : 1;
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
