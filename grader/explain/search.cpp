#include "explain/search.hpp"

#include "judge/compare.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace grader {
namespace {

using Names = std::set<std::string>;

/// Whether the step differs somewhere, in the shape of the solution's and not by one number alone:
/// such an array is made, not recorded at another place.
bool may_stand_in_the_way(const std::vector<Places>& runs, const std::string& step) {
  const auto has_other_shape = [&](const JudgedPlace& place) {
    return place.name == step && place.differs() && place.student->shape != place.reference->shape;
  };
  return !any_place(runs, has_other_shape) && any_place(runs, [&](const JudgedPlace& place) {
    return place.name == step && place.differs() &&
           (place.student->values.size() == 1 || !is_one_number(*place.student));
  });
}

/// What may stand in the way: each step that differs, then the first two that do, the first three,
/// and so on.
std::vector<Names> suspects(const Exercise& exercise, const std::vector<Places>& runs) {
  std::vector<Names> all;
  for (const std::string& step : exercise.steps)
    if (may_stand_in_the_way(runs, step)) all.push_back({step});
  const std::size_t single = all.size();
  for (std::size_t i = 1; i < single; ++i) {
    Names first = i == 1 ? all[0] : all.back();
    first.merge(Names(all[i]));
    all.push_back(std::move(first));
  }
  return all;
}

/// Whether nothing sees in what the step differs, as a softmax does not see a shift: all that comes
/// after it is the same `without` the record. Not where its array is there again.
bool is_unseen(const Evidence& with, const Evidence& without, const std::string& step,
               const Tolerance& tolerance) {
  bool seen_by_some = false;
  for (std::size_t run = 0; run < with.places.size(); ++run) {
    const Places &places = with.places[run], &others = without.places[run];
    std::size_t i = 0;
    while (i < places.size() && (places[i].name != step || !places[i].differs())) ++i;
    if (i == places.size()) continue;
    if (places[i].verdict != StepVerdict::wrong) return false;
    const auto same = [&](const Tensor* one, const Tensor* other) {
      return one != nullptr && other != nullptr && is_finite(*one) &&
             compare(*one, *other, tolerance).matches();
    };
    for (std::size_t later = i + 1; later < places.size(); ++later) {
      const JudgedPlace& place = places[later];
      if (place.name == step) continue;
      if (!same(place.given, others[later].given) || same(place.student, places[i].student) ||
          same(place.reference, places[i].reference))
        return false;
      seen_by_some = true;
    }
  }
  return seen_by_some;
}

/// Whether the step is 0 throughout wherever it is wrong, and the program went on with other
/// numbers there.
bool is_not_filled(const std::vector<Places>& runs, const std::string& step,
                   const Tolerance& tolerance) {
  bool found = false;
  for (const Places& places : runs) {
    for (auto place = places.begin(); place != places.end(); ++place) {
      if (place->name != step || !place->differs()) continue;
      if (!is_zero(*place->student)) return false;
      found = found || std::any_of(place, places.end(), [&](const JudgedPlace& later) {
                return later.name != step && later.verdict == StepVerdict::wrong &&
                       later.given != nullptr &&
                       !compare(*later.given, *later.reference, tolerance).matches();
              });
    }
  }
  return found;
}

/// Whether all that comes after a wrong step is what the solution makes of it, in all runs.
bool is_consistent(const Evidence& evidence, const std::string& step) {
  bool some = false;
  for (const Places& places : evidence.places) {
    bool after = false;
    for (const JudgedPlace& place : places) {
      const bool is_step = place.name == step;
      if (after && !is_step && place.student != nullptr && !place.matches(0)) return false;
      some = some || (after && !is_step);
      after = after || (is_step && place.verdict == StepVerdict::wrong);
    }
  }
  return some;
}

Names all_but(Names names, const Names& steps) {
  std::erase_if(names, [&](const std::string& name) { return steps.contains(name); });
  return names;
}

class Search {
 public:
  Search(const Exercise& exercise, const std::vector<Run>& runs,
         const std::vector<Mistake>& mistakes, Replayer& replayer)
      : exercise_(exercise), runs_(runs), mistakes_(mistakes), replayer_(replayer) {}

  Found found() {
    found_.evidence = without({});
    if (open_in(found_.evidence).empty()) return std::move(found_);
    set_aside_what_nothing_sees();
    look();
    say_what_is_exchanged();
    return std::move(found_);
  }

 private:
  /// Sets aside steps that were not filled, then those of which nothing sees in what they differ.
  void set_aside_what_nothing_sees() {
    const auto set_aside_all = [&](const auto& is, const char* words) {
      Names steps;
      for (const std::string& step : exercise_.steps)
        if (is(step)) steps.insert(step);
      if (!steps.empty()) set_aside(steps, without(steps), words);
    };
    const Tolerance& tolerance = exercise_.tolerance;
    set_aside_all(
        [&](const std::string& step) {
          return is_not_filled(found_.evidence.places, step, tolerance);
        },
        "what follows is not made of zeros. Is it recorded before it is filled?");
    const Names open = open_in(found_.evidence);
    set_aside_all(
        [&](const std::string& step) {
          // Of the solution alone: the mistakes take most of the time.
          return open.contains(step) &&
                 is_unseen(found_.evidence, without({step}, Replays::of_solution), step, tolerance);
        },
        "nothing that follows sees what differs. Is it recorded too early or too late?");
  }

  void look() {
    const bool by_results = !mistakes_.empty() && records_something();
    if (by_results && is_of_results()) return;
    set_aside_what_stands_in_the_way();
    const std::size_t open = open_in(found_.evidence).size();
    if (mistakes_.empty() || open == 0) return;
    which_ = Replays::of_pairs;
    Evidence pairs = without({});
    if (open_in(pairs).size() < open)
      found_.evidence = std::move(pairs);
    else if (by_results && (open + found_.set_aside.size() > 1 || lacks_turns()))
      is_of_results();  // one step that is not explained is no sign of records elsewhere
  }

  Names open_in(const Evidence& evidence) const {
    return unexplained_in(evidence, exercise_.tolerance);
  }

  /// What replays say without these steps, and those that are set aside.
  Evidence without(Names steps, std::optional<Replays> which = {}) const {
    for (const auto& [step, words] : found_.set_aside) steps.insert(step);
    return weigh(exercise_, replayer_.replay(runs_, which.value_or(which_), steps), mistakes_);
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
  /// stand elsewhere, unless they speak against it: they are right, or what follows fits them.
  bool is_of_results() {
    const std::vector<ReplayedRun> alone =
        replayer_.replay(runs_, which_, {exercise_.steps.begin(), exercise_.steps.end()});
    const NamedSteps named = named_by_results(alone);
    if (named.mistake == nullptr) return false;
    Names others;
    bool speaks_against = false;
    for (const ReplayedRun& each : alone) {
      if (each.run.outcome->results.empty()) continue;  // it may have broken off for another reason
      const ReplayedRun none_aside{each.run, each.replay};
      for (const JudgedPlace& place : judge_places(exercise_, none_aside, {})) {
        if (!exercise_.has_step(place.name) || place.student == nullptr ||
            place.matches(named.version))
          continue;
        others.insert(place.name);
        speaks_against = speaks_against || place.verdict == StepVerdict::right;
      }
    }
    const bool may_be_right = others.size() == 1 && is_consistent(found_.evidence, *others.begin());
    Evidence evidence;
    if (!speaks_against && !may_be_right) evidence = without(others);
    if (speaks_against || may_be_right || !open_in(evidence).empty()) {
      found_.by_results = named;
      return true;
    }
    for (const ReplayedRun& each : alone)  // it is told of these that turns are missing
      others = all_but(std::move(others), steps_of_other_turns(each.run));
    set_aside(others, std::move(evidence));
    return true;
  }

  void set_aside(const Names& steps, Evidence evidence,
                 const char* words =
                     "what follows shows that this step had other numbers. Is it "
                     "recorded too early or too late, or under another name?") {
    found_.evidence = std::move(evidence);
    for (const std::string& step : steps) found_.set_aside.emplace(step, words);
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
        if (left.empty()) break;  // none can be better
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
    for (auto& [step, words] : found_.set_aside) {
      for (auto& [other, others_words] : found_.set_aside) {
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
