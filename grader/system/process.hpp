#pragma once
// Starts programs: in a session of their own, with few descriptors and a small environment.

#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grader {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset();
    fd_ = other.release();
    return *this;
  }
  ~Descriptor() { reset(); }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset() {
    if (fd_ >= 0) close(release());
  }

 private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

/// A pipe whose ends are closed in programs that are started. Throws TryAgain.
Pipe make_pipe();

/// Writes all of the text; gives up where nobody reads any more. A signal handler may call it.
void write_all(int fd, std::string_view text);

/// What exec wants of words, which must outlive it.
std::vector<char*> arguments_of(const std::vector<std::string>& words);

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A program to start.
struct Command {
  std::vector<std::string> arguments;  ///< the first is the program's path
  std::filesystem::path folder = {};   ///< where it runs; the grader's own where empty
  int input = -1;                      ///< its standard input; nothing where -1
  int descriptor_3 = -1;               ///< becomes its descriptor 3
  int output = -1;                     ///< its standard output and error; nowhere where -1
};

/// A started program. Destroying it kills it, with all it started, and waits for it.
class Process {
 public:
  /// Throws TryAgain when the program cannot be started.
  explicit Process(const Command& command);
  Process(const Process&) = delete;
  ~Process();

  struct End {
    int wait_status = 0;
    double cpu_seconds = 0;
  };
  /// Waits for its end until `deadline`; whether it ended by then.
  bool ends_before(Clock::time_point deadline);
  /// Waits for its end, and ends what it started and left behind.
  End wait();
  void kill();
  pid_t id() const { return pid_; }

 private:
  pid_t pid_ = -1;
};

/// How a captured run ended.
struct Captured {
  int exit_code = -1;  ///< -1 when a signal ended it
  int signal = 0;
  bool wall_limit_hit = false;  ///< it was killed, by one of the two limits
  bool idle_limit_hit = false;
  std::string output;  ///< of more than `output_limit` bytes its start and last lines
  std::size_t output_bytes = 0;
  double wall_seconds = 0;
  double cpu_seconds = 0;  ///< of it and all that it started, as far as that can be told
};

inline constexpr std::size_t output_limit = std::size_t{1} << 20;
inline constexpr std::size_t last_kept = output_limit / 4;  ///< of its bytes those at the end

/// A program under way whose output is collected.
class CapturedProcess {
 public:
  explicit CapturedProcess(Command command);

  /// Its time begins now. Else it began with its start.
  void start_clock();

  /// Reads its output until it ends, or until its time is `wall_seconds`, or it was idle for
  /// `idle_seconds`: then it is killed.
  Captured finish(double wall_seconds, double idle_seconds = HUGE_VAL);

 private:
  Clock::time_point start_ = Clock::now();
  Pipe pipe_ = make_pipe();
  Process process_;
};

/// Ctrl-C wakes one thread only: no thread waits longer without looking, in milliseconds.
inline constexpr int interrupt_turn = 100;

/// Runs a program on this terminal, with this environment, to its end. Meanwhile Ctrl-C is its
/// own, and when Ctrl-Z stops it, this process stops, too. Returns its exit code, 128 and more
/// after a signal; 127 also when it cannot be started.
int run_in_foreground(const std::vector<std::string>& arguments);

/// Makes this process the parent of the orphans that bubblewrap and hostile compilers leave.
void adopt_orphans();
/// Ends and reaps those that are there now; with `wait` all of them, until there are none.
enum class Patience { none, wait };
void end_orphans(Patience patience);

/// Makes Ctrl-C, SIGTERM and SIGHUP set a flag instead of ending the program on the spot.
void catch_interrupts();
/// Does what such a signal does; a handler may call it.
void interrupt();
/// Throws Interrupted once that has happened, or the flag of this thread is set.
void check_interrupted();
/// The flag of this thread, which must outlive it.
void interrupt_thread_by(const std::atomic<bool>& flag);

/// How many times its limit of processor time a program may be idle, and how many times it may take
/// by the clock. Where it was kept waiting for so long, nobody knows whether it would end.
inline constexpr double most_idle_time = 3, most_clock_time = 60;

/// How long a process and all below it have been idle, as looks at them every few milliseconds
/// tell: no thread computed, or waited for a processor or a disk.
class IdleTime {
 public:
  explicit IdleTime(pid_t root) : root_(root) {}
  void look();
  double seconds() const { return seconds_; }

 private:
  pid_t root_;
  Clock::time_point last_look_ = Clock::now();
  double seconds_ = 0;
};

/// The MiB of memory that the process `root` and all below it have, with their page tables;
/// infinity where nobody can tell.
double memory_below(pid_t root);

/// Numbers that no user has.
struct UserRange {
  unsigned first, count;
};

// Numbers that systemd's table of users leaves unused. Of the many, no two graders of a machine, or
// containers of a host, draw the same: the kernel counts a user's processes for all of them
// together. Some user namespaces have only the low ones.
inline constexpr UserRange many_spare_users{0x70000000, 0xffe0000}, few_spare_users{60706, 478};

constexpr bool is_in(const UserRange& range, unsigned user) {
  return user >= range.first && user - range.first < range.count;
}

constexpr bool is_spare_user(unsigned user) {
  return is_in(many_spare_users, user) || is_in(few_spare_users, user);
}

}  // namespace grader
