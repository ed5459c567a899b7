// In the launcher of the kit that finds races: what ThreadSanitizer finds in a student's program
// goes to the grader as one line and addresses. Nothing of its own report is used.
//
//   race ACCESS OTHER   each read or write
//
// Behind it come addresses: of the access, a zero, of the other thread's.

#include "harness/child.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <iterator>

using namespace grader;

extern "C" {

// Of the runtime.
int __tsan_get_report_data(void* report, const char** description, int* count, int* stacks,
                           int* accesses, int* places, int* mutexes, int* threads, int* ids,
                           void** sleep, unsigned long size);
int __tsan_get_report_mop(void* report, unsigned long index, int* thread, void** address, int* size,
                          int* write, int* atomic, void** calls, unsigned long call_count);

/// Signals are told by harness/crash.cpp. No other file is read to name places. With a shorter
/// history the runtime keeps silent of a race where the other access is no longer known, and the
/// race goes on to crash the program: 12 of 69 runs on a busy machine, 1 of 96 with this one.
__attribute__((visibility("default"))) const char* __tsan_default_options() {
  return "symbolize=0:die_after_fork=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
         "handle_sigill=0:handle_abort=0:use_sigaltstack=0:report_thread_leaks=0:"
         "report_destroy_locked=0:report_mutex_bugs=0:report_signal_unsafe=0:"
         "report_atomic_races=0:detect_deadlocks=0:allocator_may_return_null=1:"
         "print_module_map=0:history_size=7";
}

/// The runtime has found something.
__attribute__((visibility("default"))) void __tsan_on_report(void* report) {
  const char* kind = "";
  int accesses = 0;
  int ignored[7];
  void* sleep[1];
  __tsan_get_report_data(report, &kind, &ignored[0], &ignored[1], &accesses, &ignored[2],
                         &ignored[3], &ignored[4], &ignored[5], sleep, 0);
  if (accesses < 2) return;
  harness::Frames stacks[2];
  int writes[2] = {};
  for (unsigned long i = 0; i < 2; ++i) {
    void* calls[64] = {};
    void* address = nullptr;
    int thread = 0, size = 0, atomic = 0;
    __tsan_get_report_mop(report, i, &thread, &address, &size, &writes[i], &atomic, calls,
                          std::size(calls));
    const auto count = std::find(calls, std::end(calls), nullptr) - calls;
    stacks[i] = harness::frames_among(calls, static_cast<std::size_t>(count));
  }
  char text[64];
  const auto name = [](int write) { return write != 0 ? "write" : "read"; };
  std::snprintf(text, sizeof text, "race %s %s", name(writes[0]), name(writes[1]));
  harness::end_at(text, harness::joined({stacks[0], stacks[1]}), SIGABRT);
}
}

namespace grader::harness {

/// A race crashes programs, too: another thread may be about to tell of it, and ends the process.
void before_crash() {
  timespec left{0, 300'000'000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

}  // namespace grader::harness
