#pragma once
// Puts into a result what replays say about each step. Pure.

#include "core/report.hpp"
#include "diagnose/record_advice.hpp"

#include <map>
#include <string>
#include <vector>

namespace grader {

/// How to tell of steps.
struct Telling {
  RecordTexts texts = {};  ///< no stub: say nothing of what to record
  bool numbers = true;     ///< else nothing that the program computed, but what is wrong
  bool reordered = false;  ///< the turns are not in the order in which the program recorded them
  std::map<std::string, std::string> misrecorded = {};  ///< what to say of these steps
};

/// Adds to `result`, which is concluded: the verdicts of all steps, the mistakes made at them, the
/// share of the work that is right, and what else to record. `replays` are of public cases, in
/// order.
void tell_steps(const Exercise& exercise, const std::vector<ReplayedRun>& replays,
                const std::vector<Mistake>& mistakes, const Telling& telling,
                ExerciseResult& result);

}  // namespace grader
