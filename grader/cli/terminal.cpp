#include "cli/commands.hpp"

#include "core/text.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
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

}  // namespace

void show_progress(const std::string& text) {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
  if (isatty(STDERR_FILENO) == 0 || dumb) return;
  progress_shown = true;
  std::fprintf(stderr, "\r\x1b[K%s", cut(harmless(text), 79).c_str());
  std::fflush(stderr);
}

void clear_progress() {
  if (progress_shown) std::fputs("\r\x1b[K", stderr);
}

}  // namespace grader
