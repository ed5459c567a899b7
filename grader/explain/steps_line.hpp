#pragma once
// The verdicts of all steps in one line. Pure.

#include "core/exercise.hpp"
#include "core/report.hpp"

#include <string>
#include <vector>

namespace grader {

/// "queries ok, keys WRONG, scores follow, result follows"; empty where no step was recorded.
std::string steps_line(const Exercise& exercise, const std::vector<StepResult>& steps);

}  // namespace grader
