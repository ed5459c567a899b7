#pragma once
// Puts into a result what replays say about each step. Pure.

#include "core/report.hpp"
#include "diagnose/naming.hpp"
#include "diagnose/record_advice.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// How to tell of steps.
struct Telling {
  RecordTexts texts = {};  ///< no stub: say nothing of what to record
  bool numbers = true;     ///< else nothing that the program computed, but what is wrong
  std::map<std::string, std::string> misrecorded = {};  ///< what to say of these steps
  /// The mistake, or two, with all results, where what was recorded rightly before speaks against
  /// it.
  NamedSteps by_results = {};
  /// Gives a mistake with its message, or null where it does not open; a released copy needs one.
  std::function<const Mistake*(const Mistake*)> readable = {};
};

/// Adds to `result`, which is concluded: the verdicts of all steps, the mistakes made at them, and
/// what else to record. `replays` are of public cases, in order. Returns the steps and results that
/// earn nothing: in some of these cases they are neither right nor follow.
std::set<std::string> tell_steps(const Exercise& exercise, const std::vector<ReplayedRun>& replays,
                                 const std::vector<Mistake>& mistakes, const Telling& telling,
                                 ExerciseResult& result);

/// Likewise what earns nothing in `replays`, of `cases`, of which nothing else is told.
std::set<std::string> missed_steps(const Exercise& exercise,
                                   const std::vector<ReplayedRun>& replays,
                                   const std::vector<Mistake>& mistakes,
                                   const std::map<std::string, std::string>& misrecorded,
                                   const std::vector<CaseResult>& cases);

}  // namespace grader
