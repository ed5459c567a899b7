#pragma once
// Failures of our own work. What a student's program does wrong is a value (Verdict), never one of
// these.

#include <stdexcept>
#include <string>

namespace grader {

/// The exit codes of `grade`, part of its command line: never renumber.
enum class ExitCode : int {
  all_passed = 0,
  not_all_passed = 1,
  usage = 2,         ///< wrong arguments or unreadable input
  grader_fault = 3,  ///< the grader's own fault
  try_again = 75,    ///< the machine is out of something for now
  interrupted = 130,
};

/// An error to show as "grade: error: WHAT" and, where there is a mend, "fix: FIX".
struct Error : std::runtime_error {
  Error(ExitCode code, const std::string& what, std::string fix = {})
      : std::runtime_error(what), code(code), fix(std::move(fix)) {}

  ExitCode code;
  std::string fix;  ///< a command or an action, one a line; may be empty
};

template <ExitCode exit_code>
struct ErrorOf : Error {
  explicit ErrorOf(const std::string& what, std::string fix = {})
      : Error(exit_code, what, std::move(fix)) {}
};

/// Wrong arguments, or a file that does not say what it should.
using InputError = ErrorOf<ExitCode::usage>;

/// The machine or the set-up fails us: no compiler, no space, no process.
using GraderFault = ErrorOf<ExitCode::grader_fault>;

/// The machine is short of processes, descriptors, space or time: the same call may go through
/// later.
using TryAgain = ErrorOf<ExitCode::try_again>;

/// Thrown where work stops because of Ctrl-C.
struct Interrupted : Error {
  Interrupted() : Error(ExitCode::interrupted, "interrupted") {}
};

}  // namespace grader
