#pragma once
// One case of a grading, with what the program gave and how that was judged.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "grade/grade.hpp"
#include "grade/grader.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader {

struct Observation {
  Case one;                        ///< inputs, expected results and steps
  std::optional<Outcome> outcome;  ///< none where nothing was run: not started, not built
  std::optional<Case> given;       ///< the case with what is right given the program's own steps
  ExerciseResult result;           ///< of this case alone; all that is said of it where it failed
};

/// The observation of run number `run`, a public one.
Observation observed(const Exercise& exercise, const Graded& graded, std::size_t run);

/// The public run to look at: of the case of that name, or the first that failed, or the first of
/// all. Nothing where the case was not run.
std::optional<std::size_t> run_of_case(const Graded& graded, const std::string& name);

/// The first case of that name; the first of all for an empty one. Throws InputError, with the
/// nearest name.
const Case& case_named(const std::vector<Case>& cases, const Exercise& exercise,
                       const std::string& name);

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
