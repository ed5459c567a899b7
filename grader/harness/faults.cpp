// What the compiler calls, in a student's program, where an integer is about to be divided by 0 or
// a function ends without the value that it should return.

#include "core/outcome.hpp"
#include "harness/child.hpp"
#include "harness/frames.hpp"

#include <csignal>
#include <cstdint>

using namespace grader;

extern "C" {

[[noreturn]] void __ubsan_handle_divrem_overflow_abort(const void*, std::uintptr_t,
                                                       std::uintptr_t) {
  harness::end_at("", harness::frames_here(), SIGFPE);
}

/// The function's head tells more than the last line that ran.
[[noreturn]] void __ubsan_handle_missing_return(const void*) {
  harness::end_at(no_return, harness::function_around(__builtin_return_address(0)), SIGILL);
}
}
