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

/// Records with other numbers than the program went on with.
struct RecordsInTheWay {
  std::set<std::string> steps;
  std::string right;  ///< what is right in spite of these numbers; may be empty
};

/// The first that is right, and explained without the records alone.
std::string right_in_spite(const std::vector<std::vector<JudgedPlace>>& runs,
                           const std::set<std::string>& unexplained,
                           const std::set<std::string>& left) {
  for (const JudgedPlace& place : runs.front()) {
    if (unexplained.contains(place.name) && !left.contains(place.name) &&
        !differs_somewhere(runs, place.name))
      return place.name;
  }
  return "";
}

/// What may stand in the way: each step that differs, then all of these that come before the first
/// that is right in spite of them.
std::vector<std::set<std::string>> suspects(const Exercise& exercise,
                                            const std::vector<std::vector<JudgedPlace>>& runs) {
  std::vector<std::set<std::string>> all;
  for (const std::string& step : exercise.steps) {
    if (may_stand_in_the_way(runs, step)) all.push_back({step});
  }
  std::set<std::string> before;
  for (const JudgedPlace& place : runs.front()) {
    if (is_right_in_spite(place, exercise.tolerance)) break;
    if (place.differs() && may_stand_in_the_way(runs, place.name)) before.insert(place.name);
  }
  if (before.size() > 1) all.push_back(std::move(before));
  return all;
}

/// The records without which most of the other steps are explained, and none less. Nothing where
/// there are none. `without` replays so.
template <class Without>
std::optional<RecordsInTheWay> records_in_the_way(const Exercise& exercise,
                                                  const std::vector<Mistake>& mistakes,
                                                  const std::vector<ReplayedRun>& replays,
                                                  const Without& without) {
  const auto all_but = [](std::set<std::string> names, const std::set<std::string>& steps) {
    for (const std::string& step : steps) names.erase(step);
    return names;
  };
  const std::set<std::string> unexplained = unexplained_steps(exercise, replays, mistakes);
  if (unexplained.empty()) return std::nullopt;
  const std::vector<std::vector<JudgedPlace>> places = judge_places(exercise, replays);
  std::optional<RecordsInTheWay> best;
  std::size_t fewest = unexplained.size();
  for (const std::set<std::string>& steps : suspects(exercise, places)) {
    const std::set<std::string> others = all_but(unexplained, steps);
    if (others.empty()) continue;  // nothing is left to be explained: no replay is needed
    const std::set<std::string> left =
        all_but(unexplained_steps(exercise, without(steps), mistakes), steps);
    const bool better = left.size() < others.size() && std::ranges::includes(others, left);
    if (!better || left.size() >= fewest) continue;
    fewest = left.size();
    best = {steps, right_in_spite(places, others, left)};
  }
  return best;
}

std::string words_on(const RecordsInTheWay& records) {
  if (records.right.empty())
    return "what follows shows that this step had other numbers. Is it recorded too early or too "
           "late, or under another name?";
  if (records.steps.size() > 1)
    return fmt::format("right {} all the same. Are they recorded under each other's names?",
                       records.right);
  return fmt::format(
      "right {} all the same. Either \"{}\" was recorded too early or too late, or a later line "
      "makes up for it",
      records.right, *records.steps.begin());
}

/// Replays again without the steps that were recorded with other numbers than the program went on
/// with, for as long as there are any. Returns what to say of them.
Misrecorded set_aside_misrecorded(const Replayer& replayer, const Exercise& exercise,
                                  const std::vector<Mistake>& mistakes,
                                  std::vector<ReplayedRun>& replays) {
  const Replays which = mistakes.empty() ? Replays::of_solution : Replays::of_all;
  Misrecorded told;
  std::vector<Run> runs;
  for (const ReplayedRun& each : replays) runs.push_back(each.run);
  std::map<std::set<std::string>, std::vector<ReplayedRun>> made;
  const auto without = [&](std::set<std::string> steps) {
    for (const auto& [other, words] : told) steps.insert(other);
    const auto known = made.find(steps);
    if (known != made.end()) return known->second;
    return made[steps] = replayer.replay(runs, which, steps);
  };
  const std::set<std::string> unexplained = unexplained_steps(exercise, replays, mistakes);
  const std::vector<std::vector<JudgedPlace>> places = judge_places(exercise, replays);
  for (const std::string& step : exercise.steps) {
    const std::string next =
        unexplained.contains(step) ? unmoved_by(places, step, exercise.tolerance) : "";
    if (!next.empty())
      told[step] = fmt::format("right {} all the same: nothing after it sees what differs", next);
    else if (is_not_filled(places, step, exercise.tolerance))
      told[step] = "what follows is not made of zeros. Is it recorded before it is filled?";
  }
  if (!told.empty()) replays = without({});
  while (const auto records = records_in_the_way(exercise, mistakes, replays, without)) {
    replays = without(records->steps);
    for (const std::string& step : records->steps) told[step] = words_on(*records);
  }
  return told;
}

/// The mistakes of which all steps and results that differ are; none where some are of none.
std::vector<NamedSteps> explaining_all(const Exercise& exercise,
                                       const std::vector<ReplayedRun>& replays,
                                       const std::vector<Mistake>& mistakes) {
  if (!unexplained_steps(exercise, replays, mistakes).empty()) return {};
  return name_mistakes(replays, judge_places(exercise, replays), mistakes, exercise.tolerance)
      .named;
}

/// Replays of a program's runs, without misrecorded steps.
struct Replayed {
  std::vector<ReplayedRun> runs;
  Misrecorded misrecorded;
  NamedSteps by_results = {};  ///< has all results, but not all that was recorded rightly
  double prepare_seconds = 0;
};

std::vector<Run> runs_of(const std::vector<ReplayedRun>& replays) {
  std::vector<Run> runs;
  for (const ReplayedRun& each : replays) runs.push_back(each.run);
  return runs;
}

/// Where no step has a name, looks whether the results are those of a mistake, or of two: then what
/// was recorded wrongly stands elsewhere.
void look_at_results(const Replayer& replayer, const Exercise& exercise,
                     const std::vector<Mistake>& mistakes, Replays which, Replayed& replayed) {
  const std::vector<std::vector<JudgedPlace>> judged = judge_places(exercise, replayed.runs);
  if (!name_mistakes(replayed.runs, judged, mistakes, exercise.tolerance).named.empty()) return;
  std::set<std::string> wrong;
  bool recorded = false;
  for (const auto& places : judged) {
    for (const JudgedPlace& place : places) {
      if (!exercise.has_step(place.name)) continue;
      recorded = recorded || place.student != nullptr;
      if (place.differs()) wrong.insert(place.name);
    }
  }
  if (!recorded) return;
  std::vector<Run> runs = runs_of(replayed.runs);
  if (!wrong.empty()) {
    std::set<std::string> all = wrong;
    for (const auto& [step, words] : replayed.misrecorded) all.insert(step);
    auto without = replayer.replay(runs, which, all);
    if (!explaining_all(exercise, without, mistakes).empty()) {
      replayed.runs = std::move(without);
      for (const std::string& step : wrong)
        replayed.misrecorded[step] =
            "the results show that this step had other numbers. Is it recorded too early or too "
            "late, or under another name?";
      return;
    }
  }
  std::vector<Outcome> bare;  // as if nothing was recorded
  bare.reserve(runs.size());
  for (Run& run : runs) {
    bare.push_back(*run.outcome);
    bare.back().steps.clear();
    run.outcome = &bare.back();
  }
  const auto named = explaining_all(exercise, replayer.replay(runs, which), mistakes);
  if (named.size() == 1) replayed.by_results = named.front();
}

/// Where steps have no name, looks whether two mistakes together have one.
void look_at_pairs(const Replayer& replayer, const Exercise& exercise,
                   const std::vector<Mistake>& mistakes, Replayed& replayed) {
  const std::set<std::string> unexplained = unexplained_steps(exercise, replayed.runs, mistakes);
  if (unexplained.empty()) return;
  std::set<std::string> misrecorded;
  for (const auto& [step, words] : replayed.misrecorded) misrecorded.insert(step);
  auto pairs = replayer.replay(runs_of(replayed.runs), Replays::of_pairs, misrecorded);
  if (unexplained_steps(exercise, pairs, mistakes).size() < unexplained.size())
    replayed.runs = std::move(pairs);
  else
    look_at_results(replayer, exercise, mistakes, Replays::of_pairs, replayed);
}

Replayed replayed(const Grader& grader, Runner& runner, const Exercise& exercise,
                  const std::vector<Run>& runs, const std::vector<Mistake>& mistakes) {
  const Replayer replayer(grader, runner, exercise);
  Replayed all;
  all.runs = replayer.replay(runs, mistakes.empty() ? Replays::of_solution : Replays::of_all);
  all.prepare_seconds = replayer.prepare_seconds();
  if (all.runs.empty()) return all;
  all.misrecorded = set_aside_misrecorded(replayer, exercise, mistakes, all.runs);
  if (mistakes.empty()) return all;
  look_at_results(replayer, exercise, mistakes, Replays::of_all, all);
  if (all.by_results.mistake == nullptr) look_at_pairs(replayer, exercise, mistakes, all);
  return all;
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
