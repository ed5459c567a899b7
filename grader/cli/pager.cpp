#include "cli/pager.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iostream>

extern char** environ;

namespace grader {
namespace {

/// The pager's command for a shell; empty where there is none.
std::string pager_command() {
  const char* own = std::getenv("PAGER");
  if (own != nullptr) return own;
  for (const char* name : {"less", "more"}) {
    if (!programs_named(name).empty()) return name;
  }
  return "";
}

/// Runs the pager and waits for its end; whether it could be started.
bool paged(const std::string& command, const std::string& text) {
  Pipe pipe = make_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe.read_end.get(), STDIN_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t ignored;
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  setenv("LESS", "FRX", 0);  // as git has it: a text of one screen is only printed
  std::string shell = "/bin/sh", option = "-c", word = command;
  char* arguments[] = {shell.data(), option.data(), word.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return false;
  pipe.read_end.reset();
  write_all(pipe.write_end.get(), text);
  pipe.write_end.reset();
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {  // Ctrl-C is the pager's
  }
  return !WIFEXITED(status) || WEXITSTATUS(status) != 127;
}

}  // namespace

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
  const std::string command = people ? pager_command() : "";
  if (!command.empty() && paged(command, shown)) return;
  write_out(shown);
}

}  // namespace grader
