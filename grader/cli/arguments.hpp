#pragma once
// The command line: options, commands, and the messages of errors.

namespace grader {

/// Runs the command that the words name, and returns the program's exit code. Errors are told on
/// standard error, with the command that mends them.
int run_command_line(int argc, char** argv);

}  // namespace grader
