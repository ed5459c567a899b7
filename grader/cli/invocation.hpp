#pragma once
// The command line, and advice that works as typed in the user's current folder.

#include <string>

namespace grader {

/// What the program does: runs the command that the words name, and returns the exit code. Errors
/// are told on standard error, with the command that mends them.
int run_program(int argc, char** argv);

/// The value of an environment variable; empty where it is not set.
std::string environment(const char* name);

/// What to type in place of "./grade" in the current folder: the path of that script, which
/// SOFTMARK_COMMAND holds, relative or absolute, whichever is shorter; ./grade without that
/// variable. Then --course and --compiler, where they were typed.
const std::string& invocation();

/// Adds an option of all commands that was typed to what is to be typed next.
void add_to_invocation(const std::string& option, const std::string& value);

/// Adds what chose the files to grade, such as "--submission DIR", to commands that can take it.
void set_grading_arguments(const std::string& words);

/// `text` with that in place of each "./grade" that is a word of its own.
std::string expand_invocation(std::string text);

}  // namespace grader
