#pragma once
// Tells in a result what replays say of each step. Pure.

#include "core/report.hpp"
#include "diagnose/replay.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// How to tell of steps.
struct Telling {
  std::string_view stub = {};  ///< as it was handed out; empty: say nothing of what to record
  bool numbers = true;         ///< else nothing that the program computed, but what is wrong
  bool reordered = false;  ///< the turns are not in the order in which the program recorded them
};

/// Puts the verdicts of all steps into `result`, which is concluded, the mistakes that were made at
/// them, how much of the work is right, and what else to record. `replays` are of public cases, in
/// their order.
void tell_steps(const Exercise& exercise, const std::vector<ReplayedRun>& replays,
                const std::vector<Mistake>& mistakes, const Telling& telling,
                ExerciseResult& result);

/// "queries ok, keys WRONG, scores follow, result follows"; empty where no step was recorded.
std::string steps_line(const Exercise& exercise, const std::vector<StepResult>& steps);

}  // namespace grader
