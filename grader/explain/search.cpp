#include "explain/search.hpp"

#include <algorithm>
#include <utility>

namespace grader {
namespace {

class Search {
 public:
  Search(const Exercise& exercise, const std::vector<Run>& runs,
         const std::vector<Mistake>& mistakes, Replayer& replayer)
      : exercise_(exercise), runs_(runs), mistakes_(mistakes), replayer_(replayer) {}

  Found found() {
    Found found{evidence_of(runs_, mistakes_.empty() ? Replays::of_solution : Replays::of_all)};
    const std::size_t open = open_in(found.evidence);
    if (open == 0 || mistakes_.empty()) return found;
    // One mistake that has all results says more than several that have a step each.
    const bool by_results = records_something();
    if (by_results) found.by_results = named_by_results(Replays::of_all);
    if (found.by_results.mistake != nullptr) return found;
    Evidence pairs = evidence_of(runs_, Replays::of_pairs);
    if (open_in(pairs) < open)
      found.evidence = std::move(pairs);
    else if (by_results && (open > 1 || lacks_turns()))
      found.by_results = named_by_results(Replays::of_pairs);
    return found;
  }

 private:
  Evidence evidence_of(const std::vector<Run>& runs, Replays which) const {
    return weigh(exercise_, replayer_.replay(runs, which), mistakes_);
  }

  std::size_t open_in(const Evidence& evidence) const {
    return unexplained_in(evidence, exercise_.tolerance).size();
  }

  bool records_something() const {
    return std::ranges::any_of(runs_, [&](const Run& run) {
      return std::ranges::any_of(run.outcome->steps, [&](const NamedTensor& step) {
        return exercise_.has_step(step.name);
      });
    });
  }

  bool lacks_turns() const {
    return std::ranges::any_of(runs_,
                               [](const Run& run) { return !steps_of_other_turns(run).empty(); });
  }

  /// The mistake, or the pair, that all results are those of, as if nothing was recorded; none
  /// where it takes several to explain them.
  NamedSteps named_by_results(Replays which) const {
    std::vector<Outcome> outcomes;
    std::vector<Run> bare;
    outcomes.reserve(runs_.size());
    for (const Run& run : runs_) {
      outcomes.push_back(*run.outcome);
      outcomes.back().steps.clear();
      bare.push_back({run.one, &outcomes.back()});
    }
    const Evidence evidence = evidence_of(bare, which);
    const bool one_alone = open_in(evidence) == 0 && evidence.named.size() == 1;
    return one_alone ? evidence.named.front() : NamedSteps{};
  }

  const Exercise& exercise_;
  const std::vector<Run>& runs_;
  const std::vector<Mistake>& mistakes_;
  Replayer& replayer_;
};

}  // namespace

Found search(const Exercise& exercise, const std::vector<Run>& runs,
             const std::vector<Mistake>& mistakes, Replayer& replayer) {
  return Search(exercise, runs, mistakes, replayer).found();
}

}  // namespace grader
