#pragma once
// Which known mistakes were made at the steps that are wrong. Pure.

#include "diagnose/replay.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// A known mistake, and the steps at which the program made it.
struct NamedSteps {
  const Mistake* mistake = nullptr;  ///< of those that share a message, its owner where it fits
  std::vector<std::string> steps;    ///< in the solution's order
  /// Whether a step before them is wrong for no known reason. That reason, such as a constant that
  /// both use, may explain their numbers, too.
  bool behind_unknown = false;
};

/// A mistake whose numbers a step has, though it was not made at other places that it changes: at
/// other steps of which its words do not speak, or at other turns of this one in all cases.
struct MadeHere {
  const Mistake* mistake = nullptr;
  std::vector<std::string> not_in;  ///< names of their steps, in the solution's order; its own too
};

/// What the steps of a program say of known mistakes.
struct Naming {
  std::vector<NamedSteps> named;               ///< by their first steps
  std::map<std::string, MadeHere> here_alone;  ///< of other wrong steps
  /// Wrong steps that are a multiple of what is expected, given a step before them that is wrong
  /// for no known reason: the factor may stand there, and these may be right.
  std::set<std::string> undecided;
};

/// The mistakes of a program, from its places in each run. A mistake is possible where all that it
/// changes, given the student's earlier steps, is just what the student has. It is named where that
/// holds in every run in which one of its steps is wrong, and no mistake with another message fits.
/// Where the only wrong values are NaN, the step must be right in the first run, which has ordinary
/// numbers.
Naming name_mistakes(const std::vector<ReplayedRun>& runs,
                     const std::vector<std::vector<JudgedPlace>>& places,
                     const std::vector<Mistake>& mistakes, const Tolerance& tolerance);

/// The steps and results that no known mistake explains: that are wrong or not judged in some run,
/// or right though they do not follow from what was recorded before them.
std::set<std::string> unexplained_steps(const Exercise& exercise,
                                        const std::vector<ReplayedRun>& runs,
                                        const std::vector<Mistake>& mistakes);

}  // namespace grader
