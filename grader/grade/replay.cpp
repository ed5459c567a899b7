#include "grade/replay.hpp"

#include "diagnose/naming.hpp"
#include "diagnose/property.hpp"
#include "diagnose/record_advice.hpp"
#include "grade/messages.hpp"
#include "grade/replayer.hpp"
#include "grade/steps.hpp"
#include "judge/compare.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace grader {
namespace {

/// What is told of misrecorded steps, by their names.
using Misrecorded = std::map<std::string, std::string>;

/// Whether the step differs somewhere, in the shape of the solution's and not by one number alone:
/// such an array is made, not recorded at another place.
bool may_stand_in_the_way(const std::vector<std::vector<JudgedPlace>>& runs,
                          const std::string& step) {
  bool differs = false;
  for (const auto& places : runs) {
    for (const JudgedPlace& place : places) {
      if (place.name != step || !place.differs()) continue;
      if (place.student->shape != place.reference->shape) return false;
      differs = differs || place.student->values.size() == 1 || !is_one_number(*place.student);
    }
  }
  return differs;
}

/// The name of what is right after a wrong step, where in all runs all that follows from that step
/// would be: nothing sees in what it differs, as a softmax does not see a shift. Else empty.
std::string unmoved_by(const std::vector<std::vector<JudgedPlace>>& runs, const std::string& step,
                       const Tolerance& tolerance) {
  std::string next;
  for (const auto& places : runs) {
    const auto first = std::ranges::find_if(places, [&](const JudgedPlace& place) {
      return place.name == step && place.verdict == StepVerdict::wrong;
    });
    if (first == places.end()) continue;
    for (auto place = first + 1; place != places.end(); ++place) {
      if (place->name == step) continue;
      const bool moved = place->given == nullptr || !is_finite(*place->given) ||
                         !compare(*place->given, *place->reference, tolerance).matches();
      const bool returned = place->student != nullptr &&
                            compare(*place->student, *first->student, tolerance).matches();
      if (moved || returned) return "";
      if (next.empty() && place->verdict == StepVerdict::right) next = place->name;
    }
  }
  return next;
}

/// Whether the step is 0 throughout wherever it is wrong, and the program went on with other
/// numbers there.
bool is_not_filled(const std::vector<std::vector<JudgedPlace>>& runs, const std::string& step,
                   const Tolerance& tolerance) {
  bool found = false;
  for (const auto& places : runs) {
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

/// What may stand in the way: each step that differs, then the first two that do, the first three,
/// and so on.
std::vector<std::set<std::string>> suspects(const Exercise& exercise,
                                            const std::vector<std::vector<JudgedPlace>>& runs) {
  std::vector<std::set<std::string>> all, several;
  std::set<std::string> first;
  for (const std::string& step : exercise.steps) {
    if (!may_stand_in_the_way(runs, step)) continue;
    all.push_back({step});
    first.insert(step);
    if (first.size() > 1) several.push_back(first);
  }
  all.insert(all.end(), several.begin(), several.end());
  return all;
}

const std::string too_early =
    "what follows shows that this step had other numbers. Is it recorded too early or too late, or "
    "under another name?";
const std::string not_filled =
    "what follows is not made of zeros. Is it recorded before it is filled?";

std::set<std::string> names_of(const Misrecorded& misrecorded) {
  std::set<std::string> names;
  for (const auto& [step, words] : misrecorded) names.insert(step);
  return names;
}

/// Replays of a program's runs, without misrecorded steps.
struct Replayed {
  std::vector<ReplayedRun> runs;
  Misrecorded misrecorded;
  NamedSteps by_results = {};  ///< has all results, but not all that was recorded rightly
  double prepare_seconds = 0;
};

/// Looks for what explains a program best: for mistakes, and for records that stand elsewhere.
class Search {
 public:
  Search(const Replayer& replayer, const Exercise& exercise, const std::vector<Mistake>& mistakes)
      : replayer_(replayer), exercise_(exercise), mistakes_(mistakes) {}

  Replayed explained(const std::vector<Run>& runs) {
    found_.runs = replayer_.replay(runs, which_);
    found_.prepare_seconds = replayer_.prepare_seconds();
    const std::set<std::string> open = unexplained(found_.runs);
    if (open.empty()) return std::move(found_);
    set_aside_what_nothing_sees(open);
    search();
    say_what_is_exchanged();
    return std::move(found_);
  }

 private:
  void search() {
    if (!mistakes_.empty() && records_something() && is_of_results()) return;
    set_aside_what_stands_in_the_way();
    const std::size_t open = unexplained(found_.runs).size();
    if (mistakes_.empty() || open == 0) return;
    which_ = Replays::of_pairs;
    auto pairs = without({});
    if (unexplained(pairs).size() < open)
      found_.runs = std::move(pairs);
    else if (open + found_.misrecorded.size() > 1 && records_something())
      is_of_results();  // one step that is not explained is no sign of records elsewhere
  }

  std::set<std::string> unexplained(const std::vector<ReplayedRun>& replays) const {
    return unexplained_steps(exercise_, replays, mistakes_);
  }

  /// The replays without these steps, and those that are set aside.
  std::vector<ReplayedRun> without(std::set<std::string> steps) const {
    steps.merge(names_of(found_.misrecorded));
    return replayer_.replay(runs_of(found_.runs), which_, steps);
  }

  bool records_something() const {
    return std::ranges::any_of(found_.runs, [&](const ReplayedRun& each) {
      return std::ranges::any_of(each.run.outcome->steps, [&](const NamedTensor& step) {
        return exercise_.has_step(step.name);
      });
    });
  }

  /// Sets aside steps that differ where all that follows is right, and those that were not filled.
  /// `open` are those that nothing explains.
  void set_aside_what_nothing_sees(const std::set<std::string>& open) {
    const auto places = judge_places(exercise_, found_.runs);
    for (const std::string& step : exercise_.steps) {
      const std::string next =
          open.contains(step) ? unmoved_by(places, step, exercise_.tolerance) : "";
      if (!next.empty())
        found_.misrecorded[step] =
            fmt::format("right {} all the same: nothing after it sees what differs", next);
      else if (is_not_filled(places, step, exercise_.tolerance))
        found_.misrecorded[step] = not_filled;
    }
    if (!found_.misrecorded.empty()) found_.runs = without({});
  }

  /// What all results are those of, where that is one mistake, or a pair alone.
  NamedSteps named_by_results(const std::vector<ReplayedRun>& alone) const {
    std::vector<ReplayedRun> bare = alone;
    std::vector<Outcome> outcomes;  // as if nothing was recorded
    outcomes.reserve(bare.size());
    for (ReplayedRun& each : bare) {
      outcomes.push_back(*each.run.outcome);
      outcomes.back().steps.clear();
      each.run.outcome = &outcomes.back();
    }
    if (!unexplained(bare).empty()) return {};
    const auto named =
        name_mistakes(bare, judge_places(exercise_, bare), mistakes_, exercise_.tolerance).named;
    return named.size() == 1 ? named.front() : NamedSteps{};
  }

  /// Whether all results are those of a mistake, or of two. Then the records that are not its own
  /// stand elsewhere; where some of these are right, they speak against it.
  bool is_of_results() {
    const std::set<std::string> all(exercise_.steps.begin(), exercise_.steps.end());
    const std::vector<ReplayedRun> alone = replayer_.replay(runs_of(found_.runs), which_, all);
    const NamedSteps named = named_by_results(alone);
    if (named.mistake == nullptr) return false;
    std::set<std::string> others;
    bool speaks_against = false;
    for (const ReplayedRun& each : alone) {
      if (each.run.outcome->results.empty()) continue;  // it may have broken off for another reason
      for (const JudgedPlace& place : judge_places(exercise_, {each.run, each.replay}, {})) {
        const bool own = (marks_of(each.replay, named.version, place) & gave_the_students) != 0;
        if (!exercise_.has_step(place.name) || place.student == nullptr || own) continue;
        others.insert(place.name);
        speaks_against = speaks_against || place.verdict == StepVerdict::right;
      }
    }
    auto replays = without(others);
    if (speaks_against || !unexplained(replays).empty()) {
      found_.by_results = named;
      return true;
    }
    found_.runs = std::move(replays);
    for (const ReplayedRun& each : alone)  // it is told of these that turns are missing
      for (const std::string& step : steps_of_other_turns(each.run)) others.erase(step);
    for (const std::string& step : others) found_.misrecorded.emplace(step, too_early);
    return true;
  }

  /// Sets aside the records without which most of the other steps are explained, and none less, for
  /// as long as there are any.
  void set_aside_what_stands_in_the_way() {
    for (;;) {
      const std::set<std::string> open = unexplained(found_.runs);
      std::set<std::string> best;
      std::size_t fewest = open.size();
      std::vector<ReplayedRun> best_runs;
      for (const std::set<std::string>& steps :
           suspects(exercise_, judge_places(exercise_, found_.runs))) {
        const std::set<std::string> others = all_but(open, steps);
        if (others.empty()) continue;  // nothing is left to be explained: no replay is needed
        auto replays = without(steps);
        const std::set<std::string> left = all_but(unexplained(replays), steps);
        if (left.size() >= others.size() || left.size() >= fewest ||
            !std::ranges::includes(others, left))
          continue;
        fewest = left.size();
        best = steps;
        best_runs = std::move(replays);
      }
      if (best.empty()) return;
      found_.runs = std::move(best_runs);
      for (const std::string& step : best) found_.misrecorded[step] = too_early;
    }
  }

  /// Whether the program recorded as one step, in all runs, what the solution makes of its earlier
  /// steps as the other.
  bool has_numbers_of(const std::string& step, const std::string& other) const {
    bool some = false;
    for (const ReplayedRun& each : found_.runs) {
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

  static std::set<std::string> all_but(std::set<std::string> names,
                                       const std::set<std::string>& steps) {
    for (const std::string& step : steps) names.erase(step);
    return names;
  }

  const Replayer& replayer_;
  const Exercise& exercise_;
  const std::vector<Mistake>& mistakes_;
  Replays which_ = mistakes_.empty() ? Replays::of_solution : Replays::of_all;
  Replayed found_;
};

Replayed replayed(const Grader& grader, Runner& runner, const Exercise& exercise,
                  const std::vector<Run>& runs, const std::vector<Mistake>& mistakes) {
  return Search(Replayer(grader, runner, exercise), exercise, mistakes).explained(runs);
}

/// The steps and results of `all` that earn nothing in some of `runs`: all, where one of these has
/// come to no step.
std::set<std::string> missed_in(const Grader& grader, Runner& runner, const Exercise& exercise,
                                const std::vector<Run>& runs, const std::vector<Mistake>& mistakes,
                                const std::vector<std::string>& all,
                                const std::vector<CaseResult>& cases) {
  const Replayed replays = replayed(grader, runner, exercise, runs, mistakes);
  if (replays.runs.size() < runs.size()) return {all.begin(), all.end()};
  return missed_steps(exercise, replays.runs, mistakes, replays.misrecorded, cases);
}

/// The steps that public cases have, in their order, then the results.
std::vector<std::string> steps_and_results(const Exercise& exercise, const std::vector<Case>& all) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const Case& one : all) {
    if (one.fresh) continue;
    for (const NamedTensor& step : one.steps) add(step.name);
  }
  for (std::size_t i = 0; i < exercise.results.size(); ++i) add(exercise.result_name(i));
  return names;
}

/// The share of `all` that is not missed, by weight.
double share_without(const std::set<std::string>& missed, const std::vector<std::string>& all,
                     const Exercise& exercise) {
  double share = 0, sum = 0;
  for (const std::string& name : all) {
    const auto weight = exercise.weights.find(name);
    const double counts = weight == exercise.weights.end() ? 1 : weight->second;
    sum += counts;
    if (!missed.contains(name)) share += counts;
  }
  return sum > 0 ? share / sum : 0;
}

}  // namespace

void tell_each_step(const Grader& grader, Runner& runner, const Exercise& exercise,
                    const std::string& text, const std::vector<Run>& runs,
                    const std::vector<Mistake>& mistakes, bool wordless, Graded& graded) {
  ExerciseResult& result = graded.result;
  if (runs.empty()) return;
  const auto material = grader.library->of(grader.course, exercise);
  if (result.verdict == Verdict::passed) {
    Messages messages(grader, runner, exercise, *material);
    for (const Mistake* each : messages.recorded(runs, true)) result.notes.push_back(each->message);
    return;
  }
  if (result.verdict == Verdict::bad_reply) return;  // its steps are nothing that was recorded
  if (result.verdict == Verdict::not_started) {
    std::string so_far = right_so_far(runs.back(), exercise.tolerance);
    if (!so_far.empty()) {
      result.details.push_back(std::move(so_far));
      return;
    }
  }
  const auto start = Clock::now();
  const std::string stub =
      std::filesystem::exists(exercise.original()) ? read_file(exercise.original()) : "";
  Replayed replays = replayed(grader, runner, exercise, runs, mistakes);
  graded.replays = std::move(replays.runs);
  Messages messages(grader, runner, exercise, *material);
  Telling telling{{stub, text}, !wordless};
  telling.readable = [&](const Mistake* mistake) { return messages.readable(mistake); };
  telling.misrecorded = std::move(replays.misrecorded);
  telling.by_results = replays.by_results;
  std::set<std::string> missed = tell_steps(exercise, graded.replays, mistakes, telling, result);
  result.prepare_seconds += replays.prepare_seconds;
  result.run_seconds += seconds_since(start) - replays.prepare_seconds;
  const bool returned = std::ranges::any_of(
      graded.replays, [](const ReplayedRun& each) { return !each.run.outcome->results.empty(); });
  if (!returned) return;
  const std::vector<std::string> all = steps_and_results(exercise, graded.cases);
  // A case without a replay has not come to any step.
  if (graded.replays.size() < public_cases(graded).size()) missed.insert(all.begin(), all.end());
  result.follow_through = share_without(missed, all, exercise);
  graded.missed = std::move(missed);
}

void count_fresh_steps(const Grader& grader, Runner& runner, const Exercise& exercise,
                       const std::vector<Mistake>& mistakes, Graded& graded) {
  ExerciseResult& result = graded.result;
  const std::size_t count = public_cases(graded).size();
  const bool public_pass = std::ranges::all_of(
      result.cases.begin(), result.cases.begin() + static_cast<std::ptrdiff_t>(count),
      [](const CaseResult& one) { return one.verdict == Verdict::passed; });
  if (result.verdict == Verdict::passed || (!graded.missed && !public_pass)) return;
  const auto start = Clock::now();
  const std::vector<std::string> all = steps_and_results(exercise, graded.cases);
  std::set<std::string> missed =
      graded.missed
          ? std::move(*graded.missed)
          : missed_in(grader, runner, exercise, public_runs(graded), mistakes, all, result.cases);
  std::vector<Run> fresh;
  for (std::size_t i = count; i < graded.runs.size(); ++i)
    fresh.push_back({&graded.cases[i], &graded.runs[i].untold});
  if (count + fresh.size() < graded.cases.size()) missed.insert(all.begin(), all.end());
  if (missed.size() < all.size())
    missed.merge(missed_in(grader, runner, exercise, fresh, mistakes, all, result.cases));
  result.follow_through = share_without(missed, all, exercise);
  result.run_seconds += seconds_since(start);
  if (grader.options.marks != Marks::steps) return;
  std::vector<std::string> earned = all;
  std::erase_if(earned, [&](const std::string& name) { return missed.contains(name); });
  result.details.push_back(
      fmt::format("right or following in every case, fresh ones too: {}",
                  earned.empty() ? "nothing" : fmt::to_string(fmt::join(earned, ", "))));
}

void replay_one(const Grader& grader, Runner& runner, const Exercise& exercise,
                const std::vector<Run>& runs, Graded& graded) {
  if (graded.result.verdict == Verdict::passed || runs.empty()) return;
  const Replayed replays = replayed(grader, runner, exercise, runs, {});
  if (replays.runs.empty()) return;
  Telling telling;
  telling.misrecorded = replays.misrecorded;
  graded.given = given_its_steps(exercise, replays.runs.front());
  tell_steps(exercise, replays.runs, {}, telling, graded.result);
}

}  // namespace grader
