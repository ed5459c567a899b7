#pragma once
// The process of one case: it loads one program, makes its calls, sends one reply, and says where
// the program failed: as addresses in its file, which the grader turns into lines.

#include "protocol/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace grader::harness {

/// Reads the request, loads the shared object that is open on `program_fd`, calls its function and
/// writes the reply, then ends the process. Its exit code is 0 when the reply went out. Writes a
/// byte to `ready_fd` and closes it when all that is ours is done, just before the program is
/// loaded. Where a filter on system calls is in force, opening files must raise SIGSYS.
[[noreturn]] void run_once(int program_fd, int ready_fd);

// ---- what memory.cpp does, or races.cpp; elsewhere nothing ----

/// From here on the C library keeps freed memory: each new page costs as much as many operations on
/// it. Arrays of 16 MiB and more are still given back.
void keep_freed_memory();

/// Sets fresh memory and arithmetic to these conditions of core/outcome.hpp.
void take_conditions(std::uint32_t conditions);

/// In the handler of a signal that is about to end the process.
void before_crash();

// ---- where the program is ----

/// Addresses in the program's file, innermost first; behind them zeros.
struct Frames {
  std::uint64_t addresses[wire::frame_limit] = {};
  std::size_t count = 0;
};

/// Makes the library loaded under this name the student's program. It must stay loaded.
void program_is(const char* name);

/// The calls that this thread is in, or where a signal came. Signal handlers may call it.
Frames frames_here();

/// Those of `calls`, each where a call returns to.
Frames frames_among(void* const* calls, std::size_t count);

/// The innermost of each of at most three stacks, with a zero between them.
Frames joined(std::initializer_list<Frames> stacks);

/// The start of the function that holds `code`.
Frames function_around(void* code);

/// Where the exception was thrown that is being handled; nothing where that is not known.
Frames frames_of_throw();

// ---- the last words ----

/// From here on a signal that ends the program, or exit(), first sends where it was, as the reply
/// to the request with this nonce, unless a reply was sent. The program then ends as it would have.
void watch_for_crashes(std::uint64_t nonce);

/// For a fault that is found before it happens: sends what it is and where, and ends the process by
/// `signal`.
[[noreturn]] void end_at(const char* text, const Frames& frames, int signal);

/// Whether nothing has been sent yet. True once only: the first to ask may send.
bool may_send();

/// Notes that the answer is sent. Code that still runs, such as destructors, may send once more
/// where it fails.
void answered();
bool has_answered();

}  // namespace grader::harness
