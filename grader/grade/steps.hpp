#pragma once
// Tells in a result what replays say of each step. Pure.

#include "core/report.hpp"
#include "diagnose/replay.hpp"

#include <string>
#include <vector>

namespace grader {

/// Puts the verdicts of all steps into `result`, which is concluded, the mistakes that were made at
/// them, and how much of the work is right. `replays` are of public cases, in their order.
void tell_steps(const Exercise& exercise, const std::vector<ReplayedRun>& replays,
                const std::vector<Mistake>& mistakes, ExerciseResult& result);

/// "queries ok, keys WRONG, scores follow, result follows"; empty where no step was recorded.
std::string steps_line(const Exercise& exercise, const std::vector<StepResult>& steps);

}  // namespace grader
