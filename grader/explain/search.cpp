#include "explain/search.hpp"

#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace grader {
namespace {

using Names = std::set<std::string>;

/// Whether the step differs somewhere, in the shape of the solution's and not by one number alone:
/// such an array is made, not recorded at another place.
bool may_stand_in_the_way(const std::vector<Places>& runs, const std::string& step) {
  bool differs = false;
  for (const Places& places : runs) {
    for (const JudgedPlace& place : places) {
      if (place.name != step || !place.differs()) continue;
      if (place.student->shape != place.reference->shape) return false;
      differs = differs || place.student->values.size() == 1 || !is_one_number(*place.student);
    }
  }
  return differs;
}

/// What may stand in the way: each step that differs, then the first two that do, the first three,
/// and so on.
std::vector<Names> suspects(const Exercise& exercise, const std::vector<Places>& runs) {
  std::vector<Names> all, several;
  Names first;
  for (const std::string& step : exercise.steps) {
    if (!may_stand_in_the_way(runs, step)) continue;
    all.push_back({step});
    first.insert(step);
    if (first.size() > 1) several.push_back(first);
  }
  all.insert(all.end(), several.begin(), several.end());
  return all;
}

/// The name of what is right after a wrong step, where in all runs all that follows from that step
/// would be: nothing sees in what it differs, as a softmax does not see a shift. Else empty.
std::string unmoved_by(const std::vector<Places>& runs, const std::string& step,
                       const Tolerance& tolerance) {
  std::string next;
  const auto same = [&](const Tensor* array, const Tensor& other) {
    return array != nullptr && is_finite(*array) && compare(*array, other, tolerance).matches();
  };
  for (const Places& places : runs) {
    const auto first = std::ranges::find_if(places, [&](const JudgedPlace& place) {
      return place.name == step && place.verdict == StepVerdict::wrong;
    });
    if (first == places.end()) continue;
    for (auto place = first + 1; place != places.end(); ++place) {
      if (place->name == step) continue;
      if (!same(place->given, *place->reference) || same(place->student, *first->student))
        return "";
      if (next.empty() && place->verdict == StepVerdict::right) next = place->name;
    }
  }
  return next;
}

/// Whether the step is 0 throughout wherever it is wrong, and the program went on with other
/// numbers there.
bool is_not_filled(const std::vector<Places>& runs, const std::string& step,
                   const Tolerance& tolerance) {
  bool found = false;
  for (const Places& places : runs) {
    for (auto place = places.begin(); place != places.end(); ++place) {
      if (place->name != step || !place->differs()) continue;
      if (std::ranges::any_of(place->student->values, [](double value) { return value != 0; }))
        return false;
      found = found || std::any_of(place, places.end(), [&](const JudgedPlace& later) {
                return later.name != step && later.verdict == StepVerdict::wrong &&
                       later.given != nullptr &&
                       !compare(*later.given, *later.reference, tolerance).matches();
              });
    }
  }
  return found;
}

Names all_but(Names names, const Names& steps) {
  for (const std::string& step : steps) names.erase(step);
  return names;
}

class Search {
 public:
  Search(const Exercise& exercise, const std::vector<Run>& runs,
         const std::vector<Mistake>& mistakes, Replayer& replayer)
      : exercise_(exercise), runs_(runs), mistakes_(mistakes), replayer_(replayer) {}

  Found found() {
    found_.evidence = without({});
    const Names open = open_in(found_.evidence);
    if (open.empty()) return std::move(found_);
    set_aside_what_nothing_sees(open);
    look();
    say_what_is_exchanged();
    return std::move(found_);
  }

 private:
  /// Sets aside steps that differ where all that follows is right, and those that were not filled.
  void set_aside_what_nothing_sees(const Names& open) {
    const std::vector<Places>& places = found_.evidence.places;
    for (const std::string& step : exercise_.steps) {
      const std::string next =
          open.contains(step) ? unmoved_by(places, step, exercise_.tolerance) : "";
      if (!next.empty())
        found_.misrecorded[step] =
            fmt::format("right {} all the same: nothing after it sees what differs", next);
      else if (is_not_filled(places, step, exercise_.tolerance))
        found_.misrecorded[step] =
            "what follows is not made of zeros. Is it recorded before it is filled?";
    }
    if (!found_.misrecorded.empty()) found_.evidence = without({});
  }

  void look() {
    if (!mistakes_.empty() && records_something() && is_of_results()) return;
    set_aside_what_stands_in_the_way();
    const std::size_t open = open_in(found_.evidence).size();
    if (mistakes_.empty() || open == 0) return;
    which_ = Replays::of_pairs;
    Evidence pairs = without({});
    if (open_in(pairs).size() < open)
      found_.evidence = std::move(pairs);
    else if (open + found_.misrecorded.size() > 1 && records_something())
      is_of_results();  // one step that is not explained is no sign of records elsewhere
  }

  Names open_in(const Evidence& evidence) const {
    return unexplained_in(evidence, exercise_.tolerance);
  }

  /// What replays say without these steps, and those that are set aside.
  Evidence without(Names steps) const {
    for (const auto& [step, words] : found_.misrecorded) steps.insert(step);
    return weigh(exercise_, replayer_.replay(runs_, which_, steps), mistakes_);
  }

  bool records_something() const {
    return std::ranges::any_of(runs_, [&](const Run& run) {
      return std::ranges::any_of(run.outcome->steps, [&](const NamedTensor& step) {
        return exercise_.has_step(step.name);
      });
    });
  }

  /// What all results are those of, where that is one mistake, or a pair alone: as if nothing was
  /// recorded.
  NamedSteps named_by_results(const std::vector<ReplayedRun>& alone) const {
    std::vector<ReplayedRun> bare = alone;
    std::vector<Outcome> outcomes;
    outcomes.reserve(bare.size());
    for (ReplayedRun& each : bare) {
      outcomes.push_back(*each.run.outcome);
      outcomes.back().steps.clear();
      each.run.outcome = &outcomes.back();
    }
    const Evidence evidence = weigh(exercise_, std::move(bare), mistakes_);
    const bool one_alone = open_in(evidence).empty() && evidence.named.size() == 1;
    return one_alone ? evidence.named.front() : NamedSteps{};
  }

  /// Whether all results are those of a mistake, or of two. Then the records that are not its own
  /// stand elsewhere; where some of these are right, they speak against it.
  bool is_of_results() {
    const std::vector<ReplayedRun> alone =
        replayer_.replay(runs_, which_, {exercise_.steps.begin(), exercise_.steps.end()});
    const NamedSteps named = named_by_results(alone);
    if (named.mistake == nullptr) return false;
    Names others;
    bool speaks_against = false;
    for (const ReplayedRun& each : alone) {
      if (each.run.outcome->results.empty()) continue;  // it may have broken off for another reason
      for (const JudgedPlace& place : judge_places(exercise_, {each.run, each.replay}, {})) {
        const bool own = gives_the_students(each.replay, named.version, place);
        if (!exercise_.has_step(place.name) || place.student == nullptr || own) continue;
        others.insert(place.name);
        speaks_against = speaks_against || place.verdict == StepVerdict::right;
      }
    }
    Evidence evidence = without(others);
    if (speaks_against || !open_in(evidence).empty()) {
      found_.by_results = named;
      return true;
    }
    for (const ReplayedRun& each : alone)  // it is told of these that turns are missing
      others = all_but(std::move(others), steps_of_other_turns(each.run));
    set_aside(others, std::move(evidence));
    return true;
  }

  void set_aside(const Names& steps, Evidence evidence) {
    found_.evidence = std::move(evidence);
    for (const std::string& step : steps)
      found_.misrecorded.emplace(
          step,
          "what follows shows that this step had other numbers. Is it recorded too early or too "
          "late, or under another name?");
  }

  /// Sets aside the records without which most of the other steps are explained, and none less, for
  /// as long as there are any.
  void set_aside_what_stands_in_the_way() {
    for (;;) {
      const Names open = open_in(found_.evidence);
      Names best;
      std::size_t fewest = open.size();
      Evidence best_evidence;
      for (const Names& steps : suspects(exercise_, found_.evidence.places)) {
        const Names others = all_but(open, steps);
        if (others.empty()) continue;  // nothing is left to be explained: no replay is needed
        Evidence evidence = without(steps);
        const Names left = all_but(open_in(evidence), steps);
        if (left.size() >= others.size() || left.size() >= fewest ||
            !std::ranges::includes(others, left))
          continue;
        fewest = left.size();
        best = steps;
        best_evidence = std::move(evidence);
      }
      if (best.empty()) return;
      set_aside(best, std::move(best_evidence));
    }
  }

  /// Whether the program recorded as one step, in all runs, what the solution makes of its earlier
  /// steps as the other.
  bool has_numbers_of(const std::string& step, const std::string& other) const {
    bool some = false;
    for (const ReplayedRun& each : found_.evidence.runs) {
      std::vector<const Tensor*> recorded, made;
      for (const NamedTensor& array : each.run.outcome->steps)
        if (array.name == step) recorded.push_back(&array.tensor);
      for (const JudgedPlace& place : judge_places(exercise_, each, {}))
        if (place.name == other)
          made.push_back(place.given != nullptr ? place.given : place.reference);
      if (recorded.size() != made.size()) return false;
      for (std::size_t turn = 0; turn < made.size(); ++turn) {
        if (!compare(*recorded[turn], *made[turn], exercise_.tolerance).matches()) return false;
        some = true;
      }
    }
    return some;
  }

  void say_what_is_exchanged() {
    for (auto& [step, words] : found_.misrecorded) {
      for (auto& [other, others_words] : found_.misrecorded) {
        if (step < other && has_numbers_of(step, other) && has_numbers_of(other, step))
          words = others_words =
              "each has the other's numbers. Are they recorded under each other's names?";
      }
    }
  }

  const Exercise& exercise_;
  const std::vector<Run>& runs_;
  const std::vector<Mistake>& mistakes_;
  Replayer& replayer_;
  Replays which_ = mistakes_.empty() ? Replays::of_solution : Replays::of_all;
  Found found_;
};

}  // namespace

Found search(const Exercise& exercise, const std::vector<Run>& runs,
             const std::vector<Mistake>& mistakes, Replayer& replayer) {
  return Search(exercise, runs, mistakes, replayer).found();
}

}  // namespace grader
