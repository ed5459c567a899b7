// In the launcher of the checked kit: what AddressSanitizer finds in a student's program goes to
// the grader as one line and addresses. Nothing of its own report is used, and no file is read or
// written.
//
//   memory KIND ACCESS SIZE WHERE OFFSET REGION NAME   sizes in bytes; ACCESS is read or write
//
// Behind it come addresses: of the access, a zero, of the request for the memory, a zero, of its
// end.

#include "harness/child.hpp"

#include <csignal>
#include <cstdio>
#include <iterator>

using namespace grader;

extern "C" {

// Of the runtime.
void __sanitizer_set_death_callback(void (*callback)());
void __asan_set_error_report_callback(void (*callback)(const char*));
void* __asan_get_report_address();
int __asan_get_report_access_type();
std::size_t __asan_get_report_access_size();
const char* __asan_get_report_description();
const char* __asan_locate_address(void* address, char* name, std::size_t name_size,
                                  void** region_address, std::size_t* region_size);
std::size_t __asan_get_alloc_stack(void* address, void** trace, std::size_t size, int* thread);
std::size_t __asan_get_free_stack(void* address, void** trace, std::size_t size, int* thread);

/// Signals are told by harness/crash.cpp. The search for leaks stops the process from another one
/// by ptrace, which no program may do here. Fresh memory has NaN as always.
__attribute__((visibility("default"))) const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:"
         "use_sigaltstack=0:detect_leaks=0:symbolize=0:print_legend=0:detect_stack_use_after_"
         "return=1:"
         "allocator_may_return_null=1:max_malloc_fill_size=1073741824:malloc_fill_byte=255:"
         "max_free_fill_size=1073741824:free_fill_byte=255:quarantine_size_mb=64:"
         "check_initialization_order=0:detect_odr_violation=0:allow_user_segv_handler=1:"
         "max_allocation_size_mb=2048";
}
}

namespace {

/// Sends what the runtime is about to report, and ends the process.
void on_report(const char*) {
  void* address = __asan_get_report_address();
  char name[128] = "";
  void* region = nullptr;
  std::size_t size = 0;
  const char* where = __asan_locate_address(address, name, sizeof name, &region, &size);
  const auto offset =
      reinterpret_cast<std::intptr_t>(address) - reinterpret_cast<std::intptr_t>(region);
  char text[512];
  std::snprintf(
      text, sizeof text, "memory %s %s %zu %s %td %zu %s", __asan_get_report_description(),
      __asan_get_report_access_type() != 0 ? "write" : "read", __asan_get_report_access_size(),
      where != nullptr ? where : "unknown", offset, size, name);
  void* calls[64];
  int thread = 0;
  const auto frames = [&](std::size_t count) { return harness::frames_among(calls, count); };
  const auto requested = frames(__asan_get_alloc_stack(address, calls, std::size(calls), &thread));
  const auto freed = frames(__asan_get_free_stack(address, calls, std::size(calls), &thread));
  harness::end_at(text, harness::joined({harness::frames_here(), requested, freed}), SIGABRT);
}

/// The runtime ends the process for another reason: for undefined behaviour in the kit's own code.
void on_death() { harness::end_at("undefined other", harness::frames_here(), SIGABRT); }

const bool asked =
    (__asan_set_error_report_callback(on_report), __sanitizer_set_death_callback(on_death), true);

}  // namespace
