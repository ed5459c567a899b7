#pragma once
// Runs a program on cases and judges each. Needs a runner and nothing else of the machine.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"
#include "course/cases.hpp"
#include "run/runner.hpp"
#include "system/process.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace grader {

/// The program of an exercise's solution and mistakes, some of which are to be caught.
struct CaughtVersions {
  const Exercise* of = nullptr;
  Descriptor program;
  std::vector<std::size_t> numbers;  ///< of the versions that are to be caught
};

/// What is called, and how.
struct RunContext {
  Runner& runner;
  int program;        ///< a shared object open for reading
  int measures = -1;  ///< the program that measures, where the exercise is measured
  const CaughtVersions* caught = nullptr;  ///< where mistakes are to be caught
  Limits limits;
  bool hide_output = false;         ///< what the program prints or throws is dropped
  bool reveal_fresh_cases = false;  ///< fresh cases are told as public ones are
  std::function<void(const std::string&)> tell = {};  ///< gets a line for each case; may be empty
};

/// The versions of the exercise whose mistakes are to be caught. Throws InputError where it has no
/// mistake of a name, GraderFault where they cannot be run.
CaughtVersions caught_versions(const Toolchain& bench, const Course& course, Library& library,
                               const Exercise& exercise);

/// Judges the inputs that a student's function returned: one catches a mistake where this does not
/// give what the solution gives.
CaseResult caught_by(const RunContext& calls, const Exercise& exercise, const Case& one,
                     const Outcome& outcome);

/// A case that was run, and what became of it.
struct CaseRun {
  Outcome outcome;
  CaseResult result;
  double seconds = 0;  ///< with what was measured and run once more; 0 for a fresh case
  /// What a fresh case gave, of which `outcome` has the ending alone: steps earn points by it. Its
  /// inputs could be in there, so that nothing of it may be told.
  Outcome hidden_outcome = {};
};

/// Whether all of these passed; true of none.
bool all_pass(std::span<const CaseRun> runs);

/// Whether a case shows that the others will go the same way.
bool ends_the_run(const Exercise& exercise, const CaseRun& run);

/// Runs the cases, all of them public or all fresh, in order until one ends the run. Fresh ones
/// come after all calls of which anything is told: these could hear what they are given, as by the
/// numbers of processes.
std::vector<CaseRun> run_cases(const RunContext& calls, const Exercise& exercise,
                               std::span<const Case> cases);

/// The first of these cases that fails, which are called in few processes; nothing where all pass.
/// What fails beside others alone passes.
struct FailedShape {
  std::size_t which = 0;
  std::size_t passed = 0;  ///< how many do; 0 where that is not known
};
std::optional<FailedShape> first_failing(const RunContext& calls, const Exercise& exercise,
                                         std::span<const Case> cases);

/// What a case of cost_case did, and what it cost where its numbers were right.
struct CostRun {
  CaseRun run;
  std::vector<Counted> costs;
};

/// Runs a case of cost_case, on which `solution`, a shared object open for reading, says what is
/// expected. It fails where the program costs too much. Throws GraderFault where the solution
/// fails.
CostRun run_cost_case(RunContext calls, int solution, const Exercise& exercise, Case& one);

/// Whether a second call in the same process returns something else than the first.
bool changes_between_calls(const RunContext& calls, const Exercise& exercise, const Case& one);

}  // namespace grader
