#pragma once
// What the forked process does: load one program, make one call, send one reply.

namespace grader::harness {

/// Reads the request, loads the shared object `program`, calls its function and writes the reply,
/// then ends the process. Its exit code is 0 when the reply went out.
[[noreturn]] void run_once(const char* program);

}  // namespace grader::harness
