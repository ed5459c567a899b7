// confine: runs compilers behind the layers that a process puts on itself: another user, Landlock,
// a filter on system calls, limits. The grader starts it, where it can inside namespaces.
//
//   confine [--user UID] [--landlock] [--filter] [--read PATH]... [--write PATH]...
//           [--fill PATH]... [--cpu SECONDS] [--memory MIB] [--file MIB] [--processes N]
//           [--folder FOLDER]
//           -- COMMAND... [--then COMMAND...]... | --wait
//
// With --wait the commands come, when all layers are on, from the standard input, up to its end:
//
//   [NAME BYTES]... -- COMMAND... [--then COMMAND...]...
//
// each word with a zero behind it. Where nothing comes, nothing runs. The names are those of late
// files, which are written into the folder before the last command, from descriptor 3, so that no
// earlier one sees them.
//
// Two processes: the outer one keeps its user, waits, and in the end kills whatever the commands
// left behind; the inner one puts on the layers and runs the commands.
//
// Exit codes, none of which bubblewrap or a compiler has when it fails on its own: 120 a command
// failed, 121 the last of several did, 125 the layers or a command could not be set up, 128 + N
// signal N ended a command. No command can make the outer process say 125.

#include "sandbox/layers.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <system_error>

namespace {

using namespace grader;
using isolation::limit;
using isolation::Options;

constexpr int command_failed = 120, last_failed = 121, set_up_failed = 125;

struct LateFile {
  const char* name = nullptr;
  std::size_t size = 0;
};

/// What runs, and the files that come before the last of it.
struct Commands {
  std::vector<LateFile> late;
  char** words = nullptr;  ///< as of argv
};

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void put_on(const Options& options) {
  if (const rlim_t user = options.number("--user"); user != 0)
    isolation::become_user(static_cast<unsigned>(user));
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // after the change of user, which clears it
  for (const std::string& folder : options.all("--folder"))
    if (chdir(folder.c_str()) != 0) fail(folder.c_str());
  if (options.has("--landlock")) {
    isolation::restrict_files(options.all("--read"), options.all("--write"), options.all("--fill"));
    if (open("/", O_RDONLY) >= 0) throw std::runtime_error("Landlock does not hold");
  }
  limit(RLIMIT_CORE, 0, 0);
  const auto limit_if = [](__rlimit_resource resource, rlim_t value) {
    if (value != 0) limit(resource, value, value);
  };
  limit_if(RLIMIT_AS, options.number("--memory") << 20);
  limit_if(RLIMIT_FSIZE, options.number("--file") << 20);
  limit_if(RLIMIT_NPROC, options.number("--processes"));
  if (options.has("--filter")) isolation::deny_unneeded_calls();
}

/// Where the content of late files is read from.
constexpr int late_fd = 3;

/// An empty file of this name, open for writing: a new one, or, where none can be made, the one
/// that the grader made. -1 where an earlier command left something in its place.
int open_late(const char* name) {
  constexpr int flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  if (unlink(name) == 0) return open(name, flags | O_CREAT | O_EXCL, 0600);
  const int fd = open(name, flags | O_TRUNC);
  struct stat status {};
  return fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? fd : -1;
}

/// Writes the late files. False where an earlier command left something in their place.
bool write_late(const std::vector<LateFile>& files) {
  for (const LateFile& file : files) {
    const int fd = open_late(file.name);
    if (fd < 0) return false;
    for (std::size_t left = file.size; left > 0;) {
      const ssize_t copied = sendfile(fd, late_fd, nullptr, left);
      if (copied <= 0) fail(file.name);
      left -= static_cast<std::size_t>(copied);
    }
    close(fd);
  }
  return true;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// What the commands before have left of the processor time, at least a second.
rlim_t cpu_left(rlim_t cpu_seconds) {
  if (cpu_seconds == RLIM_INFINITY) return cpu_seconds;
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto gone = static_cast<rlim_t>(seconds(used.ru_utime) + seconds(used.ru_stime));
  return gone < cpu_seconds ? cpu_seconds - gone : 1;
}

/// Whether a file here is as large as one may be.
bool has_full_file(rlim_t file_mib) {
  DIR* entries = file_mib == 0 ? nullptr : opendir(".");
  if (entries == nullptr) return false;
  bool full = false;
  while (const dirent* entry = readdir(entries)) {
    struct stat status {};
    full = full || (lstat(entry->d_name, &status) == 0 && S_ISREG(status.st_mode) &&
                    static_cast<rlim_t>(status.st_size) >= file_mib << 20);
  }
  closedir(entries);
  return full;
}

/// Whether a command that failed did so at a limit. A driver whose compiler was stopped ends with a
/// code of its own, and a compiler that reports how it was stopped may crash over that. The kernel
/// counts time for its limit by ticks, on a busy machine some too many.
int limit_hit(const rusage& usage, rlim_t cpu_seconds, rlim_t file_mib) {
  const double used = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  if (used + 0.05 >= 0.5 * static_cast<double>(cpu_seconds)) return SIGXCPU;
  return has_full_file(file_mib) ? SIGXFSZ : 0;
}

/// Runs a command and waits for it: 0, `failed`, or 128 + the signal that ended it.
int run(char** command, int failed, rlim_t cpu_seconds, rlim_t file_mib) {
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (cpu_seconds != RLIM_INFINITY) limit(RLIMIT_CPU, cpu_seconds, cpu_seconds + 1);
    execv(command[0], command);
    fail(command[0]);
  }
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  const int signal = status != 0 && !killed ? limit_hit(usage, cpu_seconds, file_mib) : 0;
  if (signal != 0) return 128 + signal;
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  const int code = WEXITSTATUS(status);
  return code == 0 || code > 128 ? code : failed;
}

/// Waits for the commands, whose own standard input is empty.
Commands wait_for_commands() {
  static std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  const int null = open("/dev/null", O_RDONLY);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0) fail("/dev/null");
  close(null);
  static std::vector<char*> words;
  for (std::size_t at = 0; at < text.size(); at += std::strlen(text.data() + at) + 1)
    words.push_back(text.data() + at);
  Commands commands;
  std::size_t first = 0;
  for (; first + 1 < words.size() && std::strcmp(words[first], "--") != 0; first += 2)
    commands.late.push_back({words[first], std::strtoul(words[first + 1], nullptr, 10)});
  if (first + 1 >= words.size() || text.back() != '\0')
    throw std::runtime_error("not told to begin");
  words.push_back(nullptr);
  commands.words = &words[first + 1];
  return commands;
}

/// The inner process: puts on the layers and runs the commands, of which each ends the next words.
int run_all(const Options& options) {
  // Memory in pieces of 2 MiB where the kernel has such pages: a compiler fills some 60 MB, and
  // page by page that is a tenth of its time.
  setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864", 1);
  put_on(options);
  const rlim_t cpu_seconds = options.number("--cpu", RLIM_INFINITY);
  const Commands commands =
      options.has("--wait") ? wait_for_commands() : Commands{{}, options.rest()};
  char** command = commands.words;
  for (bool several = false;; several = true) {
    char** end = command;
    while (*end != nullptr && std::strcmp(*end, "--then") != 0) ++end;
    const bool last = *end == nullptr;
    *end = nullptr;
    const int failed = last && several ? last_failed : command_failed;
    if (last && !write_late(commands.late)) return failed;
    const int result = run(command, failed, cpu_left(cpu_seconds), options.number("--file"));
    if (result != 0 || last) return result;
    command = end + 1;
  }
}

/// The same, and its exit code. Where the inner process, or a child that was to become a command,
/// could not be set up, it reports so.
int run_all_or_report(const Options& options, int report) {
  try {
    return run_all(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "confine: %s\n", error.what());
    return write(report, "", 1) == 1 ? set_up_failed : command_failed;
  }
}

/// Waits until `inner` ends or the grader has gone, and ends all that is left. The exit code.
int watch(pid_t inner, const sigset_t& signals, int reports) {
  int status = 0;
  pid_t ended = 0;
  while (ended != inner && sigwaitinfo(&signals, nullptr) != SIGTERM) {
    ended = waitpid(inner, &status, WNOHANG);
  }
  isolation::end_descendants();
  char byte = 0;
  if (read(reports, &byte, 1) == 1) return set_up_failed;
  if (ended != inner) return 128 + SIGTERM;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Begins the inner process, and watches it. The exit code.
int run_inside(const Options& options) {
  if (options.has("--wait")) fcntl(late_fd, F_SETFD, FD_CLOEXEC);
  isolation::adopt_orphans();
  prctl(PR_SET_DUMPABLE, 0);  // no command may look into this process, or at its descriptors
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  sigset_t signals, before;
  sigemptyset(&signals);
  for (const int signal : {SIGCHLD, SIGTERM}) sigaddset(&signals, signal);
  sigprocmask(SIG_BLOCK, &signals, &before);
  int report[2];
  if (pipe2(report, O_CLOEXEC | O_NONBLOCK) != 0) return set_up_failed;
  const pid_t inner = fork();
  if (inner < 0) return set_up_failed;
  if (inner == 0) {
    sigprocmask(SIG_SETMASK, &before, nullptr);
    _exit(run_all_or_report(options, report[1]));
  }
  close(report[1]);
  return watch(inner, signals, report[0]);
}

}  // namespace

int main(int, char** argv) {
  try {
    return run_inside(
        Options(argv + 1, {"--user", "--landlock", "--filter", "--read", "--write", "--fill",
                           "--cpu", "--memory", "--file", "--processes", "--folder", "--wait"}));
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "confine: %s\n", error.what());
    return set_up_failed;
  }
}
