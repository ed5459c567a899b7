// The hostile probe of the run: built as a student's program is, and run in its place. It prints
// what it could do that it should not, and what it could not do that each program must, one a line,
// and returns how many lines these are. Its inputs, each a number:
//
//   1 where it must instead ask for what ends it at once: tracing another process
//   the user as whom it must not run; -1 for none
//   1 where it must be in a namespace of its own

#include "sandbox/attempts.hpp"

#include "harness/call.hpp"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <random>
#include <stdexcept>
#include <thread>

namespace {

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

bool starts_thread() {
  try {
    bool ran = false;
    std::thread([&] { ran = true; }).join();
    return ran;
  } catch (const std::exception&) {
    return false;
  }
}

bool catches_exception() {
  try {
    throw std::runtime_error("probe");
  } catch (const std::runtime_error&) {
    return true;
  }
}

bool draws_random_numbers() {
  try {
    return std::random_device()() != std::random_device()();
  } catch (const std::exception&) {
    return false;
  }
}

bool reads_clock() {
  timespec time{};
  return clock_gettime(CLOCK_MONOTONIC, &time) == 0 && (time.tv_sec != 0 || time.tv_nsec != 0);
}

/// Its host's name is the sandbox's: a fact that no other wall hides.
bool has_namespace() {
  utsname host{};
  uname(&host);
  return std::strcmp(host.nodename, "sandbox") == 0;
}

}  // namespace

extern "C" void softmark_call(grader::harness::Call& call) {
  const auto next = [&] { return call.inputs.next(0).values[0]; };
  if (next() != 0) ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr);
  report(opens("/etc/passwd", O_RDONLY), "can open a file");
  report(opens("/", O_RDONLY | O_DIRECTORY), "can open a folder");
  report(creates_file_in("/tmp"), "can create a file");
  report(makes_socket(AF_INET), "can make a network socket");
  report(makes_socket(AF_UNIX), "can make a unix socket");
  report(starts_process(), "can start a process");
  report(runs_program(), "can run a program");
  report(kill(getppid(), 0) == 0, "can signal its parent");
  report(shares_memory(), "can share memory");
  report(!starts_thread(), "cannot start a thread");
  report(!catches_exception(), "cannot catch an exception");
  report(!draws_random_numbers(), "cannot draw random numbers");
  report(!reads_clock(), "cannot read the clock");
  report(geteuid() == next(), "run as this user");
  report(next() != 0 && !has_namespace(), "are in no namespace of their own");
  std::fflush(stdout);
  call.results.push_back({{}, {static_cast<double>(reported)}});
}
