#include "student/commands.hpp"

#include "core/text.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>

namespace grader {
namespace {

bool progress_shown = false;  // only a line that was shown is cleared

bool on_terminal(int stream) { return isatty(stream) != 0 && environment("TERM") != "dumb"; }

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool wants_colour() { return on_terminal(STDOUT_FILENO) && environment("NO_COLOR").empty(); }

void tell(const std::string& text) { std::cerr << harmless(text); }

void show_progress(const std::string& text) {
  if (!on_terminal(STDERR_FILENO)) return;
  progress_shown = true;
  std::fprintf(stderr, "\r\x1b[K%s", cut(harmless(text), 79).c_str());
  std::fflush(stderr);
}

void tell_progress(const std::string& text) {
  static std::mutex mutex;
  static auto told = std::chrono::steady_clock::now();
  const std::lock_guard lock(mutex);
  if (on_terminal(STDERR_FILENO)) return show_progress(text);
  const auto now = std::chrono::steady_clock::now();
  const bool is_long = text.starts_with("building ");  // half a minute passes before the next
  if (now - told < std::chrono::seconds(10) && !is_long) return;
  told = now;
  tell(fmt::format("grade: {}\n", text));
}

void clear_progress() {
  if (progress_shown) std::fputs("\r\x1b[K", stderr);
}

void in_parallel_shown(const std::string& progress, std::size_t count, unsigned jobs,
                       const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> done = 0;
  in_parallel(count, jobs, [&](std::size_t i) {
    check_interrupted();
    work(i);
    if (const std::size_t so_far = ++done; so_far < count)
      show_progress(fmt::format(fmt::runtime(progress), so_far, count));
  });
  clear_progress();
}

Pager pager_of(const std::filesystem::path& file, const std::string& less_options) {
  const char* own = std::getenv("PAGER");
  const std::string command = own != nullptr                   ? own
                              : programs_named("less").empty() ? "more"
                                                               : "less";
  if (command.empty()) return {{"/bin/cat", file.string()}};
  // Letters beyond ASCII are shown as such, whatever LANG says. A shell between would be stopped by
  // Ctrl-Z before the pager has given the terminal back.
  const bool alone = command.find_first_of("=|;&") == command.npos;
  const std::string script = fmt::format(
      "export LESS=\"$LESS {}\" LESSCHARSET=\"${{LESSCHARSET-utf-8}}\"; exec <\"$1\"; {}{}",
      less_options, alone ? "exec " : "", command);
  return {{"/bin/sh", "-c", script, "grade", file.string()}, command.find("less") != command.npos};
}

std::size_t terminal_columns() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0) return 0;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void write_out(const std::string& text) {
  if (std::cout << text << std::flush || errno == EPIPE) return;
  throw TryAgain("standard output cannot be written to: is there space left?");
}

void show_paged(const std::string& text) {
  const bool people = terminal_columns() > 0 && isatty(STDIN_FILENO) != 0;
  const std::string shown = terminal_columns() > 0 ? printable(text) : text;
  if (people) {
    const TemporaryFolder folder;
    write_file(folder.path() / "text", shown);
    // As git has it: a text of one screen is only printed.
    if (run_in_foreground(pager_of(folder.path() / "text", "-FRX").words) != 127) return;
  }
  write_out(shown);
}

}  // namespace grader
