#pragma once
// The command line: options and commands, and what becomes of errors.

namespace grader {

/// Runs the command that the words name and returns the program's exit code. What it throws goes to
/// standard error, with the command that mends it.
int run_command_line(int argc, char** argv);

}  // namespace grader
