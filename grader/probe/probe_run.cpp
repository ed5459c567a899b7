// The hostile probe of the run: built as a student's program is, and run in its place. With input 0
// it makes all attempts of run_attempts and returns what came of them. With input 1 it asks for
// what must end it at once: tracing another process.

#include "probe/probe_list.hpp"

#include "harness/call.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <iterator>
#include <random>
#include <stdexcept>
#include <thread>

namespace {

bool opens(const char* path, int flags) {
  const int fd = open(path, flags, 0600);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

bool makes_socket(int family) {
  const int fd = socket(family, SOCK_STREAM, 0);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

bool starts_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, nullptr, 0);
  return child > 0;
}

bool runs_program() {
  // A program that is not there: refused for another reason where running is not.
  execl("/nonexistent/softmark-probe", "softmark-probe", static_cast<char*>(nullptr));
  return errno != EPERM;
}

bool creates_file() {
  const char* file = "/tmp/.softmark-probe";
  const bool made = opens(file, O_WRONLY | O_CREAT);
  if (made) unlink(file);
  return made;
}

bool shares_memory() {
  const int segment = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  if (segment >= 0) shmctl(segment, IPC_RMID, nullptr);
  return segment >= 0;
}

bool lacks_thread() {
  try {
    bool ran = false;
    std::thread([&] { ran = true; }).join();
    return !ran;
  } catch (const std::exception&) {
    return true;
  }
}

bool lacks_exception() {
  try {
    throw std::runtime_error("probe");
  } catch (const std::runtime_error&) {
    return false;
  }
}

bool lacks_random() {
  try {
    return std::random_device()() == std::random_device()();
  } catch (const std::exception&) {
    return true;
  }
}

bool lacks_clock() {
  timespec time{};
  return clock_gettime(CLOCK_MONOTONIC, &time) != 0 || (time.tv_sec == 0 && time.tv_nsec == 0);
}

}  // namespace

extern "C" void softmark_call(grader::harness::Call& call) {
  if (call.inputs.next(0).values[0] != 0) {
    ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr);
    call.results.push_back({{}, {0}});
    return;
  }
  const bool results[] = {opens("/etc/passwd", O_RDONLY),
                          opens("/", O_RDONLY | O_DIRECTORY),
                          creates_file(),
                          makes_socket(AF_INET),
                          makes_socket(AF_UNIX),
                          starts_process(),
                          runs_program(),
                          kill(getppid(), 0) == 0,
                          shares_memory(),
                          lacks_thread(),
                          lacks_exception(),
                          lacks_random(),
                          lacks_clock()};
  utsname host{};
  uname(&host);
  static_assert(std::size(results) == std::size(grader::isolation::run_attempts) +
                                          std::size(grader::isolation::run_needs));
  grader::Tensor seen{{}, std::vector<double>(std::begin(results), std::end(results))};
  // Facts that no other wall hides: the user, and whether the host's name is the sandbox's.
  seen.values.push_back(geteuid());
  seen.values.push_back(std::strcmp(host.nodename, "sandbox") == 0 ? 1 : 0);
  seen.shape = {seen.values.size()};
  call.results.push_back(std::move(seen));
}
