#include "explain/search.hpp"

#include <algorithm>
#include <utility>

namespace grader {
namespace {

bool records_something(const Exercise& exercise, const std::vector<Run>& runs) {
  return std::ranges::any_of(runs, [&](const Run& run) {
    return std::ranges::any_of(
        run.outcome->steps, [&](const NamedTensor& step) { return exercise.has_step(step.name); });
  });
}

/// What the runs did, without what they recorded.
std::vector<Outcome> bare_outcomes(const std::vector<Run>& runs) {
  std::vector<Outcome> outcomes;
  for (const Run& run : runs) {
    outcomes.push_back(*run.outcome);
    outcomes.back().steps.clear();
  }
  return outcomes;
}

}  // namespace

Found search(const Exercise& exercise, const std::vector<Run>& runs,
             const std::vector<Mistake>& mistakes, Replayer& replayer) {
  const Replays which = mistakes.empty() ? Replays::of_solution : Replays::of_all;
  const auto all_explained = [&](const Evidence& evidence) {
    return unexplained_in(evidence, exercise.tolerance).empty();
  };
  Found found{weigh(exercise, replayer.replay(runs, which), mistakes)};
  if (mistakes.empty() || all_explained(found.evidence) || !records_something(exercise, runs))
    return found;
  // One mistake that has all results says more than several that have a step each.
  const std::vector<Outcome> bare = bare_outcomes(runs);
  std::vector<Run> results;
  for (std::size_t i = 0; i < runs.size(); ++i) results.push_back({runs[i].one, &bare[i]});
  const Evidence evidence = weigh(exercise, replayer.replay(results, which), mistakes);
  if (all_explained(evidence) && evidence.named.size() == 1)
    found.by_results = evidence.named.front();
  return found;
}

}  // namespace grader
