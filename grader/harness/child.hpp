#pragma once
// What the forked process does: load one program, make one call, send one reply.

#include "harness/frames.hpp"

namespace grader::harness {

/// Reads the request, loads the shared object that is open on `program_fd`, calls its function and
/// writes the reply, then ends the process. Its exit code is 0 when the reply went out. Writes a
/// byte to `ready_fd` and closes it when all that is ours is done, just before the program is
/// loaded. Where a filter on system calls is in force, opening files must raise SIGSYS.
[[noreturn]] void run_once(int program_fd, int ready_fd);

/// For a fault that is found before it happens: sends what it is and where, and ends the process by
/// `signal`.
[[noreturn]] void end_at(const char* text, const Frames& frames, int signal);

}  // namespace grader::harness
