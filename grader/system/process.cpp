#include "system/process.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <mutex>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

volatile sig_atomic_t interrupt_seen = 0;
thread_local const std::atomic<bool>* flag_of_thread = nullptr;

/// The programs that were started and not yet waited for, and children from before: all others are
/// orphans.
std::mutex started_mutex;
std::set<pid_t> started;
bool adopts_orphans = false;

/// The children of this process that it did not start.
std::vector<pid_t> orphans() {
  std::vector<pid_t> found;
  if (!adopts_orphans) return found;
  std::error_code error;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) {
      if (!started.contains(child)) found.push_back(child);
    }
  }
  return found;
}

// What runs between vfork and exec shares the memory of this process, whose other threads go on: it
// may call nothing that takes a lock, and changes only what is the child's own (descriptors,
// folder, session, signals).

[[noreturn]] void become(const Command& command, char* const* arguments, char* const* environment) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);  // whatever the thread that starts it holds back
  setsid();  // a group of its own: killed as a whole, and not interrupted by Ctrl-C
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = open("/dev/null", O_RDWR);
  dup2(command.input >= 0 ? command.input : null, 0);
  dup2(command.output >= 0 ? command.output : null, 1);
  dup2(1, 2);
  if (command.descriptor_3 >= 0 && dup2(command.descriptor_3, 3) < 0) _exit(127);
  if (command.descriptor_3 == 3) fcntl(3, F_SETFD, 0);
  syscall(SYS_close_range, command.descriptor_3 >= 0 ? 4 : 3, ~0U, 0);
  signal(SIGPIPE, SIG_DFL);
  if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) _exit(127);
  execve(arguments[0], arguments, environment);
  _exit(127);
}

/// Waits until something can be read, `deadline`, or the end of a turn. Whether it can.
bool readable_before(int fd, Clock::time_point deadline) {
  check_interrupted();
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  pollfd waiting{fd, POLLIN, 0};
  return poll(&waiting, 1, static_cast<int>(std::clamp<long>(left, 0, interrupt_turn))) > 0;
}

Command with_output(Command command, int output) {
  command.output = output;
  return command;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// KiB in memory of one process; 0 for one that has ended.
std::int64_t memory_of(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  std::int64_t sum = 0;
  for (std::string line; std::getline(status, line);) {
    const bool tables = line.starts_with("VmPTE:");  // comes after VmRSS
    if (tables || line.starts_with("VmRSS:")) sum += std::atoll(line.c_str() + 6);
    if (tables) break;
  }
  return sum;
}

/// A line /proc/…/stat from behind the name, which can be anything; empty for what has ended.
std::string after_name(const fs::path& stat) {
  std::ifstream file(stat);
  std::string line;
  std::getline(file, line);
  return line.substr(std::min(line.rfind(')'), line.size()));
}

/// Ticks of processor time of one process and of those that it waited for; 0 for one that has
/// ended.
long ticks_of(pid_t process) {
  const std::string line = after_name(fmt::format("/proc/{}/stat", process));
  long own = 0, system = 0, of_children = 0, system_of_children = 0;  // fields 14 to 17
  std::sscanf(line.c_str(), ") %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %ld %ld %ld %ld", &own,
              &system, &of_children, &system_of_children);
  return own + system + of_children + system_of_children;
}

/// The process and all below it; none where nobody can tell.
std::vector<pid_t> processes_from(pid_t root) {
  constexpr std::size_t most = 1000;
  std::vector<pid_t> processes{root};
  for (std::size_t i = 0; i < processes.size(); ++i) {
    const pid_t one = processes[i];
    std::ifstream children(fmt::format("/proc/{}/task/{}/children", one, one));
    if (i == 0 && !children) return {};
    for (pid_t child = 0; children >> child && processes.size() < most;) processes.push_back(child);
  }
  return processes;
}

/// Whether a thread of the process `root`, or of one below it, computes or waits for a processor or
/// a disk: it is the machine that keeps it waiting, if anything does.
bool computes_below(pid_t root) {
  for (const pid_t process : processes_from(root)) {
    std::error_code ended;
    fs::directory_iterator thread(fmt::format("/proc/{}/task", process), ended);
    for (; !ended && thread != fs::directory_iterator(); thread.increment(ended)) {
      const std::string line = after_name(thread->path() / "stat");
      if (line.starts_with(") R") || line.starts_with(") D")) return true;
    }
  }
  return false;
}

/// The seconds of processor time that the process `root`, all below it and those that they waited
/// for have used; 0 where nobody can tell.
double cpu_seconds_below(pid_t root) {
  long sum = 0;
  for (const pid_t one : processes_from(root)) sum += ticks_of(one);
  return static_cast<double>(sum) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw TryAgain(fmt::format("no pipe can be made: {}", std::strerror(errno)),
                   "raise the limit on open files: ulimit -n 4096");
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::vector<char*> arguments_of(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  return arguments;
}

Process::Process(const Command& command) {
  const std::vector<char*> arguments = arguments_of(command.arguments);
  const std::string temporary =
      "TMPDIR=" + (command.folder.empty() ? "/tmp" : command.folder.string());
  const char* environment[] = {"LC_ALL=C", "PATH=/usr/bin:/bin", temporary.c_str(), nullptr};
  {
    const std::lock_guard lock(started_mutex);
    // Not fork: a copy of the page tables makes each page that is written next cost a fault.
    const pid_t child = vfork();
    if (child == 0) become(command, arguments.data(), const_cast<char* const*>(environment));
    if (child > 0) started.insert(child);
    pid_ = child;
  }
  if (pid_ < 0) {
    throw TryAgain(fmt::format("{}: no process can be started: {}", command.arguments[0],
                               std::strerror(errno)),
                   "raise the limit on processes (ulimit -u), or grade with fewer --jobs");
  }
}

Process::~Process() {
  if (pid_ < 0) return;
  kill();
  wait();
}

void Process::kill() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
}

bool Process::ends_before(Clock::time_point deadline) {
  const Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
  for (;;) {
    if (readable_before(process.get(), deadline)) return true;
    if (Clock::now() >= deadline) return false;
  }
}

Process::End Process::wait() {
  // What it started goes with it: the group is killed before its number is free for others.
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  ::kill(-pid_, SIGKILL);
  End end;
  rusage usage{};
  {
    const std::lock_guard lock(started_mutex);
    while (wait4(pid_, &end.wait_status, 0, &usage) < 0 && errno == EINTR) {
    }
    started.erase(pid_);
  }
  pid_ = -1;
  end_orphans(Patience::none);
  end.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  return end;
}

CapturedProcess::CapturedProcess(Command command)
    : process_(with_output(std::move(command), pipe_.write_end.get())) {
  pipe_.write_end.reset();
}

void CapturedProcess::start_clock() { start_ = Clock::now(); }

Captured CapturedProcess::finish(double wall_seconds, double idle_seconds) {
  Captured captured;
  const auto deadline = start_ + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(wall_seconds));
  char buffer[65536];
  std::string last;
  const auto stop = [&] {
    captured.wall_limit_hit = true;
    captured.cpu_seconds = cpu_seconds_below(process_.id());
    process_.kill();
  };
  IdleTime idle(process_.id());
  for (;;) {
    if (idle_seconds < HUGE_VAL) idle.look();
    captured.idle_limit_hit = idle.seconds() >= idle_seconds;
    if (captured.idle_limit_hit || Clock::now() >= deadline) {
      stop();
      break;
    }
    if (!readable_before(pipe_.read_end.get(), deadline)) continue;
    const ssize_t count = read(pipe_.read_end.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    const auto size = static_cast<std::size_t>(count);
    captured.output_bytes += size;
    const std::size_t first = std::min(size, output_limit - last_kept - captured.output.size());
    captured.output.append(buffer, first);
    last.append(buffer + first, size - first);
    if (last.size() > 2 * last_kept) last.erase(0, last.size() - last_kept);
  }
  if (captured.output_bytes > output_limit) {  // from the start of a line
    last.erase(0, last.size() - last_kept);
    last.erase(0, std::min(last.find('\n'), last.size()));
  }
  captured.output += last;
  // It may have closed its output, and go on.
  if (!captured.wall_limit_hit && !process_.ends_before(deadline)) stop();
  const Process::End end = process_.wait();
  captured.cpu_seconds = std::max(captured.cpu_seconds, end.cpu_seconds);
  captured.wall_seconds = seconds_since(start_);
  if (WIFEXITED(end.wait_status)) captured.exit_code = WEXITSTATUS(end.wait_status);
  if (WIFSIGNALED(end.wait_status)) captured.signal = WTERMSIG(end.wait_status);
  return captured;
}

int run_in_foreground(const std::vector<std::string>& arguments) {
  const std::vector<char*> words = arguments_of(arguments);
  struct sigaction ignored {
  }, before_interrupt{}, before_stop{};
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGINT, &ignored, &before_interrupt);
  sigaction(SIGTSTP, &ignored, &before_stop);
  pid_t child = 0;
  {
    const std::lock_guard lock(started_mutex);  // else it would be taken for an orphan
    child = fork();
    if (child > 0) started.insert(child);
  }
  if (child == 0) {
    for (const int number : {SIGINT, SIGTSTP, SIGPIPE}) signal(number, SIG_DFL);
    execve(words[0], words.data(), environ);
    _exit(127);
  }
  int status = 127 << 8;
  while (child > 0) {
    const pid_t changed = waitpid(child, &status, WUNTRACED);
    if (changed > 0 && WIFSTOPPED(status)) {
      kill(getpid(), SIGSTOP);  // after the program, which has given the terminal back by now
    } else if (changed > 0 || errno != EINTR) {
      break;
    }
  }
  {
    const std::lock_guard lock(started_mutex);
    started.erase(child);
  }
  sigaction(SIGINT, &before_interrupt, nullptr);
  sigaction(SIGTSTP, &before_stop, nullptr);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void adopt_orphans() {
  const std::lock_guard lock(started_mutex);
  adopts_orphans = true;
  for (const pid_t child : orphans()) started.insert(child);  // of what ran here before an exec
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void end_orphans(Patience patience) {
  constexpr int turns = 1000;  // what ends may leave orphans in turn, but not for ever
  for (int turn = 0; turn < turns; ++turn) {
    const std::lock_guard lock(started_mutex);
    const std::vector<pid_t> found = orphans();
    for (const pid_t orphan : found) {
      ::kill(orphan, SIGKILL);
      waitpid(orphan, nullptr, patience == Patience::wait ? 0 : WNOHANG);
    }
    if (found.empty() || patience == Patience::none) return;
  }
}

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupt(); };
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

void interrupt() { interrupt_seen = 1; }

void check_interrupted() {
  if (interrupt_seen != 0 || (flag_of_thread != nullptr && *flag_of_thread)) throw Interrupted();
}

void interrupt_thread_by(const std::atomic<bool>& flag) { flag_of_thread = &flag; }

void IdleTime::look() {
  constexpr double turn = 1e-3 * interrupt_turn;
  const double passed = seconds_since(last_look_);
  if (passed < turn) return;
  last_look_ = Clock::now();
  // Who is kept waiting himself has not seen what was in between.
  if (!computes_below(root_)) seconds_ += std::min(passed, 2 * turn);
}

double memory_below(pid_t root) {
  const std::vector<pid_t> processes = processes_from(root);
  if (processes.empty()) return std::numeric_limits<double>::infinity();
  std::int64_t sum = 0;
  for (const pid_t one : processes) sum += memory_of(one);
  return static_cast<double>(sum) / 1024;
}

}  // namespace grader
