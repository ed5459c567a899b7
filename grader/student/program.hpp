#pragma once

namespace grader {

/// What the program does: runs the command that the words name, and returns the exit code. Errors
/// are told on standard error, with the command that mends them.
int run_program(int argc, char** argv);

}  // namespace grader
