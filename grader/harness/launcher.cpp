// The launcher: a trusted process that has loaded everything a student's program needs except that
// program. For each order it forks, and the child becomes the fresh process of one case: limits
// first, then the student's code. The launcher itself never loads it; it waits, stops what runs too
// long, and reports how the child ended. It starts while the stub is still compiling, so that a
// case costs a fork instead of a program start.

#include "harness/child.hpp"
#include "protocol/control.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
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
#include <cstring>

namespace {

using namespace grader;
using Clock = std::chrono::steady_clock;

struct Received {
  control::Order order{};
  int descriptors[control::descriptor_count] = {-1, -1, -1, -1};
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
  if (header == nullptr || header->cmsg_len != CMSG_LEN(sizeof received.descriptors)) return false;
  std::memcpy(received.descriptors, CMSG_DATA(header), sizeof received.descriptors);
  return true;
}

/// Sets a limit, or leaves a stricter one that is there already.
void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  rlimit present{};
  if (getrlimit(resource, &present) != 0) _exit(1);
  const rlimit value{std::min(soft, present.rlim_max), std::min(hard, present.rlim_max)};
  if (setrlimit(resource, &value) != 0) _exit(1);
}

/// The address space that this process uses before any student's code is loaded.
rlim_t own_address_space() {
  unsigned long pages = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file != nullptr) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return static_cast<rlim_t>(pages) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

/// Where the forked process reports that it is ready, until it loads the program.
constexpr int ready_fd = control::reply_fd + 1;

/// Runs in the forked process: descriptors and limits, then the student's code. Never returns.
[[noreturn]] void become_case(const Received& received, int ready) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  // Above all fixed numbers first, so that no dup2 below closes a descriptor still needed.
  int moved[control::descriptor_count];
  for (int i = 0; i < control::descriptor_count; ++i) {
    moved[i] = fcntl(received.descriptors[i], F_DUPFD_CLOEXEC, 10);
    if (moved[i] < 0) _exit(1);
  }
  ready = fcntl(ready, F_DUPFD_CLOEXEC, 10);
  if (null < 0 || dup2(null, 0) < 0 || dup2(moved[2], 1) < 0 || dup2(moved[3], 2) < 0 ||
      dup2(moved[0], control::request_fd) < 0 || dup2(moved[1], control::reply_fd) < 0) {
    _exit(1);
  }
  if (ready < 0 || dup2(ready, ready_fd) < 0) _exit(1);
  syscall(SYS_close_range, ready_fd + 1, ~0U, 0);
  const control::Order& order = received.order;
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, order.cpu_seconds, order.cpu_seconds + 1);
  const rlim_t address_space = own_address_space() + (rlim_t{order.memory_mib} << 20);
  limit(RLIMIT_AS, address_space, address_space);
  limit(RLIMIT_NOFILE, 256, 256);
  harness::run_once(order.program, ready_fd);
}

std::uint64_t microseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 +
         static_cast<std::uint64_t>(time.tv_usec);
}

/// Kills and reaps what a case left behind: as the subreaper, the launcher inherits all of it.
void end_descendants() {
  for (int turn = 0; turn < 1000; ++turn) {
    std::FILE* file = std::fopen("/proc/thread-self/children", "re");
    if (file == nullptr) return;
    pid_t orphan = 0;
    while (std::fscanf(file, "%d", &orphan) == 1) kill(orphan, SIGKILL);
    std::fclose(file);
    if (waitpid(-1, nullptr, 0) < 0) return;  // no children left
  }
}

/// Waits for `child`, and kills it with all it started when its time is up or the grader goes away.
/// `ready` is where it reports that all that is ours is done.
control::Ending wait_for(pid_t child, const control::Order& order, int ready) {
  control::Ending ending{};
  const auto start = Clock::now();
  const auto deadline = start + std::chrono::milliseconds(order.wall_milliseconds);
  const int process = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  for (bool waiting = process >= 0; waiting;) {
    pollfd events[2] = {{process, POLLIN, 0}, {control::socket_fd, 0, 0}};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const int seen = left > 0 ? poll(events, 2, static_cast<int>(left)) : 0;
    if (seen < 0 && errno == EINTR) continue;
    ending.wall_limit_hit = seen == 0;
    waiting = false;
  }
  kill(-child, SIGKILL);  // the session it leads: itself and what it forked
  kill(child, SIGKILL);
  rusage usage{};
  while (wait4(child, &ending.wait_status, 0, &usage) < 0 && errno == EINTR) {
  }
  end_descendants();
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
control::Ending run_case(const Received& received) {
  int ready[2];
  if (pipe2(ready, O_CLOEXEC | O_NONBLOCK) != 0) return {};
  const pid_t child = fork();
  if (child == 0) become_case(received, ready[1]);
  close(ready[1]);
  for (const int fd : received.descriptors) close(fd);
  const control::Ending ending =
      child > 0 ? wait_for(child, received.order, ready[0]) : control::Ending{};
  close(ready[0]);
  return ending;
}

}  // namespace

int main() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (;;) {
    Received received;
    if (!receive(received)) return 0;
    const control::Ending ending = run_case(received);
    if (send(control::socket_fd, &ending, sizeof ending, MSG_NOSIGNAL) != sizeof ending) return 0;
  }
}
