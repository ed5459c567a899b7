#pragma once
// Which known mistakes were made at the steps that are wrong. Pure.

#include "diagnose/replay.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// A known mistake, or two together, and the steps that the program has by it.
struct NamedSteps {
  const Mistake* mistake = nullptr;  ///< of those that share a message, the first
  const Mistake* second = nullptr;   ///< made as well
  std::size_t version = 0;           ///< the number of its marks in a replay
  std::vector<std::string> steps;    ///< in the solution's order
  /// Whether a step before them is wrong for no known reason. That reason, such as a constant that
  /// both use, may explain their numbers, too.
  bool behind_unknown = false;
};

/// What the steps of a program say of known mistakes.
struct Naming {
  std::vector<NamedSteps> named;  ///< by their first steps
  /// Of other wrong steps: the mistake whose numbers they have, though it was not made at other
  /// places that it changes.
  std::map<std::string, const Mistake*> here_alone;
};

/// The mistakes of a program, from its places in each run. A mistake is possible that changes some
/// wrong step, at all its wrong places in all runs, into just what the student has, and no other
/// place. Of these, those that explain most steps go first; a step is named where all that explain
/// as many share a message. Two mistakes together are likewise possible where a replay tells of
/// them, and less simple than one. Where the only wrong values are NaN, the step must be right in
/// the first run, which has ordinary numbers.
Naming name_mistakes(const std::vector<ReplayedRun>& runs,
                     const std::vector<std::vector<JudgedPlace>>& places,
                     const std::vector<Mistake>& mistakes, const Tolerance& tolerance);

/// The steps and results that no known mistake explains: that are wrong or not judged in some run,
/// or right though they do not follow from what was recorded before them.
std::set<std::string> unexplained_steps(const Exercise& exercise,
                                        const std::vector<ReplayedRun>& runs,
                                        const std::vector<Mistake>& mistakes);

}  // namespace grader
