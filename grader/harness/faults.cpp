// What the compiler calls, in a student's program, where an integer is about to be divided by 0 or
// a function ends without the value that it should return. It knows the line, which a signal does
// not.

#include "harness/child.hpp"

#include <csignal>
#include <cstdint>

namespace {

/// How both compilers begin what they hand over. Source: UndefinedBehaviorSanitizer of LLVM,
/// ubsan_value.h.
struct Place {
  const char* file;
  std::uint32_t line;
  std::uint32_t column;
};

}  // namespace

extern "C" {

[[noreturn]] void __ubsan_handle_divrem_overflow_abort(const Place* place, std::uintptr_t,
                                                       std::uintptr_t) {
  grader::harness::end_at(place->file, place->line, SIGFPE);
}

[[noreturn]] void __ubsan_handle_missing_return(const Place* place) {
  grader::harness::end_at(place->file, place->line, SIGILL);
}
}
