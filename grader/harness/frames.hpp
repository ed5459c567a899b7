#pragma once
// Where in the student's program a thread is, as addresses alone: the grader turns them into lines.

#include "protocol/wire.hpp"

#include <cstddef>
#include <cstdint>

namespace grader::harness {

/// Addresses in the program's file, innermost first; behind them zeros.
struct Frames {
  std::uint64_t addresses[wire::frame_limit] = {};
  std::size_t count = 0;
};

inline constexpr std::size_t calls_of_stack = 64;  ///< that a sanitizer is asked for
inline constexpr std::size_t frames_kept = 20;     ///< of each stack

/// Makes the library loaded under this name the student's program. It must stay loaded.
void program_is(const char* name);

/// The calls that this thread is in, those in the student's program alone: the place of each call,
/// or where a signal came. Allocates nothing, so that signal handlers may call it.
Frames frames_here();

/// Those of `calls` that are in the student's program. Each is where a call returns to.
Frames frames_among(void* const* calls, std::size_t count);

/// Adds the places in the student's program that are among `calls`, frames_kept at most, behind a
/// zero that tells them from what is there already.
void add_stack(Frames& all, void* const* calls, std::size_t count);

/// The start of the function that holds `code`, likewise.
Frames function_around(void* code);

/// Where the exception was thrown that is being handled; nothing where that is not known.
Frames frames_of_throw();

}  // namespace grader::harness
