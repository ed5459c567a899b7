#pragma once
// What the forked process does: load one program, make one call, send one reply.

namespace grader::harness {

/// Reads the request, loads the shared object `program`, calls its function and writes the reply,
/// then ends the process. Its exit code is 0 when the reply went out. Writes a byte to `ready_fd`
/// and closes it when all that is ours is done, just before the program is loaded.
[[noreturn]] void run_once(const char* program, int ready_fd);

}  // namespace grader::harness
