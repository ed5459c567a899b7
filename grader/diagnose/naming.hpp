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
  /// Whether a step before them is wrong for no known reason: that reason may give their numbers,
  /// too, such as a constant that both use.
  bool behind_unknown = false;
};

/// What the steps of a program say of known mistakes.
struct Naming {
  std::vector<NamedSteps> named;   ///< by their first steps
  std::set<std::string> possible;  ///< messages of all that no step contradicts
  /// Other wrong steps that have the numbers of a known mistake, which changes others, too, and was
  /// not made there.
  std::map<std::string, const Mistake*> here_alone;
};

/// The mistakes of a program whose places these are, a list for each run. One is possible where all
/// that it changes, given the student's earlier steps, is just as the student has it, and named
/// where that is so wherever one of its steps is wrong. Of several with other messages none is.
/// Where all that is wrong with its steps is NaN, the step must be right in the first run, of
/// ordinary numbers.
Naming name_mistakes(const std::vector<ReplayedRun>& runs,
                     const std::vector<std::vector<JudgedPlace>>& places,
                     const std::vector<Mistake>& mistakes, const Tolerance& tolerance);

/// The steps and results that are wrong or not judged in some run, for no known mistake.
std::set<std::string> unnamed_steps(const Exercise& exercise, const std::vector<ReplayedRun>& runs,
                                    const std::vector<Mistake>& mistakes);

}  // namespace grader
