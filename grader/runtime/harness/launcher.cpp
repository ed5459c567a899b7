// The launcher: a trusted process that has loaded everything a student's program needs except that
// program. For each order it forks, and the child becomes the fresh process of one case: limits
// first, then the student's code. The launcher itself never loads it; it waits, stops what runs too
// long, and reports how the child ended. It starts while the stub is still compiling, so that a
// case costs a fork instead of a program start.
//
//   launcher [--user UID] [--empty-root] [--landlock] [--filter] [--processes N]
//
// The options are the layers that this machine offers: Landlock and the empty root folder hold for
// the launcher, too; the user, the limits and the filter are put on in the child.

#include "harness/child.hpp"
#include "protocol/control.hpp"
#include "sandbox/layers.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace {

using namespace grader;
using Clock = std::chrono::steady_clock;

/// What the launcher needs of the machine, found out before it shuts itself in.
struct Setting {
  unsigned user = 0;
  bool empty_root = false;
  bool landlock = false;
  std::optional<isolation::ComputingFilter> filter;
  rlim_t processes = 0;
  int null = -1;             ///< /dev/null
  rlim_t address_space = 0;  ///< what it uses itself
};

struct Received {
  bool stop = true;  ///< for a process that may have ended meanwhile
  control::Order order{};
  int descriptors[control::descriptor_count] = {-1, -1, -1, -1, -1};
};

/// The next order; false when the grader has closed its end.
bool receive(Received& received) {
  iovec data{&received.order, sizeof received.order};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof received.descriptors)];
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  ssize_t size = 0;
  do {
    size = recvmsg(control::socket_fd, &message, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size != static_cast<ssize_t>(sizeof received.order)) return false;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == nullptr) return true;
  if (header->cmsg_len != CMSG_LEN(sizeof received.descriptors)) return false;
  received.stop = false;
  std::memcpy(received.descriptors, CMSG_DATA(header), sizeof received.descriptors);
  return true;
}

/// The address space, rounded to 64 KiB, that this process uses before any student's code is
/// loaded: the largest limit under which no more can be mapped. There may be no /proc to read it
/// from.
rlim_t own_address_space() {
  constexpr std::size_t grain = 1 << 16;
  rlimit present{};
  getrlimit(RLIMIT_AS, &present);
  rlim_t low = 0, high = rlim_t{1} << 57;  // sanitizers use most of what there is
  while (high - low > grain) {
    const rlim_t middle = low + (high - low) / 2;
    const rlimit tried{std::min(middle, present.rlim_max), present.rlim_max};
    setrlimit(RLIMIT_AS, &tried);
    void* memory = mmap(nullptr, grain, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (memory == MAP_FAILED ? low : high) = middle;
    if (memory != MAP_FAILED) munmap(memory, grain);
  }
  setrlimit(RLIMIT_AS, &present);
  return low;
}

/// The descriptors of the forked process for its program, and for its report that it is ready. Both
/// are closed before the student's code runs.
constexpr int program_fd = control::reply_fd + 1;
constexpr int ready_fd = control::reply_fd + 2;

/// How long a process whose time is up has to say where it is: it may get little of a busy machine.
constexpr int last_milliseconds = 3000;

void put_on_layers(const Setting& setting, const control::Order& order) {
  using isolation::limit;
  if (setting.user != 0) isolation::become_user(setting.user);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // after the change of user, which clears it
  const rlim_t address_space = setting.address_space + (rlim_t{order.memory_mib} << 20);
  limit(RLIMIT_AS, address_space, address_space);
  // For what it starts itself, where no filter keeps it from that: the launcher sees to its own
  // time.
  const rlim_t seconds = 2 + order.cpu_milliseconds / 250;
  limit(RLIMIT_CPU, seconds, seconds);
  limit(RLIMIT_NOFILE, 256, 256);
  for (const auto none : {RLIMIT_CORE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE}) limit(none, 0, 0);
  if (setting.filter) limit(RLIMIT_FSIZE, 0, 0);  // without it, programs may write files
  if (setting.processes != 0) limit(RLIMIT_NPROC, setting.processes, setting.processes);
  if (setting.filter) setting.filter->put_on();
}

/// Runs in the forked process: descriptors and layers, then the student's code. Never returns.
[[noreturn]] void become_case(const Setting& setting, const Received& received, int ready) {
  setsid();
  const auto& [request, reply, output, errors, program] = received.descriptors;
  const int sources[] = {setting.null, output, errors, request, reply, program, ready};
  const int targets[] = {0, 1, 2, control::request_fd, control::reply_fd, program_fd, ready_fd};
  // Above all these numbers first, so that no dup2 closes a descriptor still needed.
  int moved[std::size(sources)];
  for (std::size_t i = 0; i < std::size(sources); ++i) {
    moved[i] = fcntl(sources[i], F_DUPFD_CLOEXEC, 10);
    if (moved[i] < 0) _exit(1);
  }
  for (std::size_t i = 0; i < std::size(sources); ++i) {
    if (dup2(moved[i], targets[i]) < 0) _exit(1);
  }
  syscall(SYS_close_range, ready_fd + 1, ~0U, 0);
  try {
    put_on_layers(setting, received.order);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "launcher: %s\n", error.what());
    _exit(1);
  }
  harness::run_once(program_fd, ready_fd);
}

std::uint64_t microseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 +
         static_cast<std::uint64_t>(time.tv_usec);
}

/// How many cores it may use.
int cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(CPU_COUNT(&set), 1) : 1;
}

/// How many milliseconds it takes `child` at least, on all cores, to use up its time; 0 where it
/// has. The kernel's own limit counts ticks, on a busy machine too many; its clock is exact.
int least_wait(pid_t child, const control::Order& order) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return 1;
  const long left = order.cpu_milliseconds - used.tv_sec * 1000 - used.tv_nsec / 1'000'000;
  return static_cast<int>(left <= 0 ? 0 : std::max(left / cores(), 2L));
}

/// Waits until `process`, a descriptor of `child`, ends, or the grader goes away. True where it has
/// used up its time before, or an order says that its time is up.
bool time_is_up_before_end(pid_t child, int process, const control::Order& order) {
  for (;;) {
    const int wait = least_wait(child, order);
    pollfd events[2] = {{process, POLLIN, 0}, {control::socket_fd, POLLIN, 0}};
    const int seen = poll(events, 2, wait);
    if (seen < 0 && errno == EINTR) continue;
    if (seen < 0 || events[0].revents != 0) return false;
    Received stop;
    if (events[1].revents != 0) return receive(stop);
    if (wait == 0) return true;
  }
}

/// Waits for `child`, and kills it with all it started when its time is up or the grader goes away.
/// `ready` is where it reports that all that is ours is done.
control::Ending wait_for(pid_t child, const Setting& setting, const control::Order& order,
                         int ready) {
  control::Ending ending{};
  const auto start = Clock::now();
  const int process = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (process >= 0 && time_is_up_before_end(child, process, order)) {
    ending.time_was_up = 1;
    pollfd end{process, POLLIN, 0};
    if (kill(child, control::time_is_up) == 0) poll(&end, 1, last_milliseconds);
  }
  kill(-child, SIGKILL);  // the session it leads: itself and what it forked
  kill(child, SIGKILL);
  rusage usage{};
  while (wait4(child, &ending.wait_status, 0, &usage) < 0 && errno == EINTR) {
  }
  if (!setting.filter) isolation::end_descendants();  // with it, nobody starts a process
  char byte = 0;
  ending.started = process >= 0 && read(ready, &byte, 1) == 1;
  close(process);
  const auto wall = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
  ending.wall_microseconds = static_cast<std::uint64_t>(wall.count());
  ending.cpu_microseconds = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  ending.peak_memory_kib = static_cast<std::uint32_t>(usage.ru_maxrss);
  return ending;
}

/// One case from order to ending.
control::Ending run_case(const Setting& setting, const Received& received) {
  int ready[2];
  if (pipe2(ready, O_CLOEXEC | O_NONBLOCK) != 0) return {};
  const pid_t child = fork();
  if (child == 0) become_case(setting, received, ready[1]);
  close(ready[1]);
  for (const int fd : received.descriptors) close(fd);
  const control::Ending ending =
      child > 0 ? wait_for(child, setting, received.order, ready[0]) : control::Ending{};
  close(ready[0]);
  return ending;
}

Setting read_setting(char** words) {
  const isolation::Options options(
      words, {"--user", "--empty-root", "--landlock", "--filter", "--processes"});
  Setting setting;
  setting.user = static_cast<unsigned>(options.number("--user"));
  setting.empty_root = options.has("--empty-root");
  setting.landlock = options.has("--landlock");
  if (options.has("--filter")) setting.filter.emplace();
  setting.processes = options.number("--processes");
  setting.null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  setting.address_space = own_address_space();
  return setting;
}

/// Makes an empty folder, which is removed at once, the root folder: nothing can be opened there.
void enter_empty_root() {
  char folder[] = "/tmp/softmark-root-XXXXXX";
  if (mkdtemp(folder) == nullptr || chdir(folder) != 0 || rmdir(folder) != 0 || chroot(".") != 0) {
    throw std::system_error(errno, std::generic_category(), "an empty root folder");
  }
}

/// The layers that hold for the launcher as well: from here on it opens nothing. Checked at once,
/// since later the filter would hide it.
void isolate_launcher(const Setting& setting) {
  if (setting.empty_root) enter_empty_root();
  if (setting.empty_root && access("/proc", F_OK) == 0)
    throw std::runtime_error("the root folder is not empty");
  if (setting.landlock) isolation::restrict_files({}, {}, {});
  if (setting.landlock && open("/", O_RDONLY) >= 0)
    throw std::runtime_error("Landlock does not hold");
}

}  // namespace

int main(int, char** argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  isolation::adopt_orphans();
  prctl(PR_SET_DUMPABLE, 0);
  harness::keep_freed_memory();
  Setting setting;
  try {
    setting = read_setting(argv + 1);
    isolate_launcher(setting);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "launcher: %s\n", error.what());
    return 1;
  }
  malloc_trim(0);  // else each child tidies up what we freed, in copies of its own of those pages
  for (;;) {
    Received received;
    if (!receive(received)) return 0;
    if (received.stop) continue;
    const control::Ending ending = run_case(setting, received);
    if (send(control::socket_fd, &ending, sizeof ending, MSG_NOSIGNAL) != sizeof ending) return 0;
  }
}
