#pragma once
// Why a program failed: evidence from replays, the mistakes that explain it, and what is told.
//
// search() finds what explains the runs best, explain() says it: the verdict of each step, the
// mistakes, and remarks on what has no name. docs/steps.md has the rules.

#include "core/report.hpp"
#include "explain/naming.hpp"
#include "explain/places.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// What records steps: the stub as it was handed out, and the student's program.
struct RecordTexts {
  std::string_view stub, program;
};

/// A program that failed.
struct Failure {
  const Exercise& exercise;
  std::vector<Run> runs;                 ///< of public cases, in order
  const std::vector<CaseResult>& cases;  ///< judged; those of the runs among them
  Verdict verdict;                       ///< of all
  RecordTexts texts = {};                ///< no stub: say nothing of what to record
  bool numbers = true;             ///< else nothing that the program computed, but what is wrong
  bool compiler_says_why = false;  ///< a warning tells what is wrong
};

/// An explanation, with what else the replays gave.
struct Explained {
  Explanation told;
  /// The steps and results that earn nothing: in some run they are neither right nor follow.
  std::set<std::string> missed;
  std::vector<ReplayedRun> replays;  ///< of runs that recorded or returned something
};

/// Explains a failure by replays and by `mistakes`, the material's or none.
Explained explain(const Failure& failure, const std::vector<Mistake>& mistakes, Replayer& replayer);

/// The steps and results that earn nothing in these runs, of which nothing else is told; none where
/// one of them has come to no step.
std::optional<std::set<std::string>> missed_steps(const Failure& failure,
                                                  const std::vector<Mistake>& mistakes,
                                                  Replayer& replayer);

/// Advice to record steps of a run, by the stub's calls: those that no run has, between the last
/// right one and the first wrong one. Empty where there is none.
std::string advice_on_records(const Exercise& exercise, const std::vector<Places>& runs,
                              std::size_t run, const RecordTexts& texts);

/// "queries, keys and values are right so far", for a program whose next TODO is open. Empty where
/// something that it recorded on the case is wrong.
std::string right_so_far(const Run& run, const Tolerance& tolerance);

/// "The result is right, but the recorded scores are not: …", of a program that passes; empty where
/// all that it recorded is right.
std::string note_on_steps(const Exercise& exercise, const std::vector<Run>& runs);

/// "queries ok, keys WRONG, scores follow, result follows"; empty where no step was recorded.
std::string steps_line(const Exercise& exercise, const std::vector<StepResult>& steps);

}  // namespace grader
