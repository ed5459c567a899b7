#pragma once
// What explains a program best: known mistakes, and records that stand elsewhere.

#include "explain/naming.hpp"
#include "explain/replayer.hpp"

#include <map>
#include <string>
#include <vector>

namespace grader {

struct Found {
  Evidence evidence;
  std::map<std::string, std::string> misrecorded = {};  ///< what to say of steps that are set aside
  /// The mistake, or two, with all results, where what was recorded speaks against it.
  NamedSteps by_results = {};
};

/// Replays the runs until as little as possible is unexplained; in which order what is tried,
/// docs/steps.md says. Without `mistakes` none is named.
Found search(const Exercise& exercise, const std::vector<Run>& runs,
             const std::vector<Mistake>& mistakes, Replayer& replayer);

}  // namespace grader
