#pragma once
// The known mistakes that explain a program best.

#include "explain/replayer.hpp"

#include <set>
#include <string>
#include <vector>

namespace grader {

/// A known mistake, or two together, and the steps that the program has by it.
struct NamedSteps {
  const Mistake* mistake = nullptr;  ///< of those that share a message, the first
  const Mistake* second = nullptr;   ///< made as well; may be null
  std::size_t version = 0;           ///< the number of its marks in a replay
  std::vector<std::string> steps;    ///< in the solution's order

  bool has(const std::string& step) const;
};

/// The first place that a version changes; empty where it changes none.
std::string first_changed(const Places& places, std::size_t version);

/// What a program's runs and their replays say together.
struct Evidence {
  std::vector<ReplayedRun> runs;
  std::vector<Places> places;     ///< of each run; they point into it
  std::vector<NamedSteps> named;  ///< by their first steps
  /// What alone has all that it changes, though it may not be told from another one.
  std::set<const Mistake*> fitting;
  /// What was named at a step; null where nothing was.
  const NamedSteps* mistake_at(const std::string& step) const;
};

/// A version of a replay: a known mistake, or two.
struct Version {
  const Mistake* mistake;  ///< null for one that does not count
  const Mistake* second;   ///< null for one
};

/// Judges the places of each run, and names the mistakes by the rules of docs/steps.md. The
/// `versions` are those of the replay, but for the solution and the pairs that it tells of. Pure.
Evidence weigh(const Exercise& exercise, std::vector<ReplayedRun> runs,
               const std::vector<Version>& versions);

/// The steps and results that no known mistake explains: that are wrong or not judged in some run,
/// or right though they do not follow from what was recorded before them.
std::set<std::string> unexplained_in(const Evidence& evidence, const Tolerance& tolerance);

struct Found {
  Evidence evidence;
  std::vector<Outcome> outcomes = {};  ///< of the runs, where these are not those given
  /// What is recorded too early or too late: all the rest is explained. May be empty.
  std::string doubted = {};
  /// The mistake, or two, with all results, where what was recorded leaves something unexplained.
  NamedSteps by_results = {};
  std::string step = {};  ///< the first that it changes
  /// Whether an equivalent mistake may do harm here: no other one alone has the results.
  bool harmful = false;
};

/// Replays the runs; in which order what is tried, docs/steps.md says.
Found search(const Exercise& exercise, const std::vector<Run>& runs,
             const std::vector<Mistake>& mistakes, Replayer& replayer);

}  // namespace grader
