#pragma once
// What a debugger needs to stop in a student's function, called with the inputs of a case.

#include "core/exercise.hpp"
#include "grade/grader.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// Files for a debugger; they stay until the next of the same exercise are made.
struct Debuggee {
  std::filesystem::path host;     ///< the program to run
  std::filesystem::path program;  ///< its first argument: the student's code, with all its names
  std::filesystem::path inputs;   ///< its second: the inputs of the case
  std::filesystem::path folder;   ///< where program and inputs lie, and scripts for the debuggers
};

/// Builds `text`, the exercise's file `source`, behind the usual walls; what runs later has none,
/// and no limits. Throws InputError where it does not compile, GraderFault.
Debuggee make_debuggee(const Grader& grader, const Exercise& exercise, const Case& one,
                       const std::filesystem::path& source, const std::string& text);

}  // namespace grader
