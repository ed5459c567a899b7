#pragma once
// Which known mistakes were made at the steps that are wrong. Pure.

#include "diagnose/replay.hpp"

#include <string>
#include <vector>

namespace grader {

/// A known mistake, and the steps at which the program made it.
struct NamedSteps {
  const Mistake* mistake = nullptr;  ///< of those that share a message, its owner where it fits
  std::vector<std::string> steps;    ///< in the solution's order
};

/// The mistakes, by their first steps, of a program whose places these are, a list for each run.
/// One is named where it gives, given the student's earlier steps, just the student's array
/// wherever one of its steps is wrong, and where all that it changes is as the student has it. Of
/// several with other messages none is. Where all that is wrong with its steps is NaN, the step
/// must be right in the first run, of ordinary numbers.
std::vector<NamedSteps> named_at(const std::vector<ReplayedRun>& runs,
                                 const std::vector<std::vector<JudgedPlace>>& places,
                                 const std::vector<Mistake>& mistakes, const Tolerance& tolerance);

}  // namespace grader
