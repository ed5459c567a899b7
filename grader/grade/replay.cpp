#include "grade/replay.hpp"

#include "compile/program.hpp"
#include "compile/replay_program.hpp"
#include "core/error.hpp"
#include "diagnose/fit_turns.hpp"
#include "diagnose/misrecorded.hpp"
#include "diagnose/naming.hpp"
#include "diagnose/record_advice.hpp"
#include "grade/cases.hpp"
#include "grade/steps.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace grader {
namespace {

/// The program of reference versions; not open where there is none. That an author's versions do
/// not fit the solution or do not compile is for `verify` to say: no verdict rests on them.
Descriptor open_versions(const Grader& grader, const Exercise& exercise,
                         const std::vector<Mistake>& mistakes) {
  try {
    const auto file = replay_program(grader.bench, grader.course, exercise, mistakes);
    return file.empty() ? Descriptor() : opened_program(file);
  } catch (const GraderFault&) {
    return {};
  } catch (const InputError&) {
    return {};
  } catch (const TryAgain&) {
    return {};
  }
}

/// What the program has to do with the exercise: other steps are left out, and misrecorded ones.
std::vector<NamedTensor> known_steps(const Exercise& exercise, const Outcome& outcome,
                                     const std::set<std::string>& misrecorded) {
  std::vector<NamedTensor> steps;
  for (const NamedTensor& step : outcome.steps) {
    const bool known = exercise.has_step(step.name);
    if (known && !misrecorded.contains(step.name)) steps.push_back(step);
  }
  return steps;
}

Outcome replay(Runner& runner, int program, const Exercise& exercise, const Run& run,
               const std::set<std::string>& other_shape, std::size_t mistakes,
               const std::set<std::string>& misrecorded) {
  // It is the course's own code that computes: the submission's time is not spent on it.
  Limits limits = exercise.limits;
  limits.run_seconds = 0;
  Given given{known_steps(exercise, *run.outcome, misrecorded), run.outcome->results, other_shape,
              exercise.tolerance, static_cast<std::uint32_t>(mistakes + 1)};
  const std::vector<Tensor> inputs = arguments_of(exercise, run.one->inputs);
  Outcome outcome = runner.replay(program, inputs, given, limits);
  if (outcome.ending == Ending::returned || mistakes == 0) return outcome;
  given.versions = 1;  // one of the others could not stand these arrays
  return runner.replay(program, inputs, given, limits);
}

}  // namespace

ReplayedRuns replay_runs(const Grader& grader, Runner& runner, const Exercise& exercise,
                         const std::vector<Run>& runs, Replays replays,
                         const std::set<std::string>& misrecorded) {
  const auto spoke = [](const Run& run) {
    return !run.outcome->steps.empty() || !run.outcome->results.empty();
  };
  if (exercise.measures || std::ranges::none_of(runs, spoke)) return {};
  const auto material = grader.library->of(grader.course, exercise);
  const auto start = Clock::now();
  const Descriptor program = open_versions(grader, exercise, material->mistakes);
  ReplayedRuns replayed{{}, seconds_since(start)};
  if (!program.open()) return replayed;
  const std::size_t mistakes = replays == Replays::of_all ? material->mistakes.size() : 0;
  const std::set<std::string> other_shape = steps_of_other_shape(runs);
  for (const Run& run : runs) {
    if (!spoke(run)) continue;
    replayed.runs.push_back(
        {run, replay(runner, program.get(), exercise, run, other_shape, mistakes, misrecorded),
         misrecorded});
  }
  return replayed;
}

namespace {

/// The names of the steps of which two outcomes with the same names have different arrays.
std::set<std::string> steps_that_differ(const Outcome& a, const Outcome& b) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < a.steps.size() && i < b.steps.size(); ++i) {
    if (a.steps[i].tensor != b.steps[i].tensor) names.insert(a.steps[i].name);
  }
  return names;
}

/// Puts the turns of loops into the solution's order, where the program goes through them in
/// another, and that leaves fewer steps unexplained. Returns whether it did.
bool put_turns_in_order(const Grader& grader, Runner& runner, const Exercise& exercise,
                        const std::vector<Mistake>& mistakes, std::vector<ReplayedRun>& replays,
                        Graded& graded) {
  const std::size_t unnamed = unnamed_steps(exercise, replays, mistakes).size();
  if (unnamed == 0) return false;
  const auto again = [&](const std::vector<Run>& runs, Replays which) {
    return replay_runs(grader, runner, exercise, runs, which).runs;
  };
  const auto once = [&](const Run& run) {
    const auto replayed = again({run}, Replays::of_solution);
    return replayed.empty() ? Outcome() : replayed.front().replay;
  };
  // The case with the most turns shows whether it is so at all.
  const auto steps = [](const ReplayedRun& each) { return each.run.outcome->steps.size(); };
  const auto longest = std::ranges::max_element(replays, {}, steps);
  const std::optional<Outcome> shown = in_better_order(exercise, longest->run, once);
  if (!shown) return false;
  const std::set<std::string> moved = steps_that_differ(*longest->run.outcome, *shown);
  std::vector<Outcome> outcomes;
  for (const ReplayedRun& each : replays) {
    std::optional<Outcome> other =
        &each == &*longest ? shown : in_better_order(exercise, each.run, once);
    outcomes.push_back(other ? std::move(*other) : *each.run.outcome);
    if (other || !each.run.outcome->results.empty()) continue;
    // It broke off: which turns these are is not known.
    std::erase_if(outcomes.back().steps,
                  [&](const NamedTensor& step) { return moved.contains(step.name); });
  }
  std::vector<Run> runs;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    runs.push_back({replays[i].run.one, &outcomes[i]});
  auto ordered = again(runs, mistakes.empty() ? Replays::of_solution : Replays::of_all);
  if (unnamed_steps(exercise, ordered, mistakes).size() >= unnamed) return false;
  for (std::size_t i = 0; i < replays.size(); ++i) {
    const Run& own = replays[i].run;
    for (ReplayedRun& each : ordered) {
      if (each.run.one == own.one) each.run = own;
    }
    for (CaseRun& run : graded.runs) {
      for (Outcome* outcome : {&run.outcome, &run.untold})
        if (outcome == own.outcome) outcome->steps = std::move(outcomes[i].steps);
    }
  }
  replays = std::move(ordered);
  return true;
}

/// What is told of misrecorded steps, by their names.
using Misrecorded = std::map<std::string, std::string>;

/// Whether the step differs somewhere, in the shape of the solution's and not by one number: such
/// an array is made, not recorded at another place.
bool may_stand_in_the_way(const std::vector<std::vector<JudgedPlace>>& runs,
                          const std::string& step) {
  bool differs = false;
  for (const auto& places : runs) {
    for (const JudgedPlace& place : places) {
      if (place.name != step || !place.differs()) continue;
      const bool one_number = place.student->values.size() > 1 && is_one_number(*place.student);
      if (one_number || place.student->shape != place.reference->shape) return false;
      differs = true;
    }
  }
  return differs;
}

/// The step without whose record most of the others become known, and none unknown: what it
/// recorded there is not what the step had. Nothing where there is none. `without` replays so.
template <class Without>
std::optional<std::string> record_in_the_way(const Exercise& exercise,
                                             const std::vector<Mistake>& mistakes,
                                             const std::vector<ReplayedRun>& replays,
                                             const Without& without) {
  const std::set<std::string> unknown = unnamed_steps(exercise, replays, mistakes);
  if (unknown.empty()) return std::nullopt;
  const std::vector<std::vector<JudgedPlace>> places = judge_places(exercise, replays);
  std::optional<std::string> best;
  std::size_t fewest = unknown.size();
  for (const std::string& step : exercise.steps) {
    if (!may_stand_in_the_way(places, step)) continue;
    std::set<std::string> others = unknown;
    others.erase(step);
    if (others.empty()) continue;  // nothing is left to become known: no replay is needed
    std::set<std::string> left = unnamed_steps(exercise, without(step), mistakes);
    left.erase(step);
    const bool better = left.size() < others.size() && std::ranges::includes(others, left);
    if (!better || left.size() >= fewest) continue;
    best = step;
    fewest = left.size();
  }
  return best;
}

/// Replays again without the steps that were recorded with other numbers than the program went on
/// with, for as long as there are any. Returns what to say of them.
Misrecorded set_aside_misrecorded(const Grader& grader, Runner& runner, const Exercise& exercise,
                                  const std::vector<Mistake>& mistakes,
                                  std::vector<ReplayedRun>& replays) {
  const Replays which = mistakes.empty() ? Replays::of_solution : Replays::of_all;
  Misrecorded told;
  std::vector<Run> runs;
  for (const ReplayedRun& each : replays) runs.push_back(each.run);
  const auto without = [&](const std::vector<std::string>& steps, Replays versions) {
    std::set<std::string> all(steps.begin(), steps.end());
    for (const auto& [step, words] : told) all.insert(step);
    return replay_runs(grader, runner, exercise, runs, versions, all).runs;
  };
  const auto without_it = [&](const std::string& step) { return without({step}, which); };
  const auto set_aside = [&](const std::vector<std::string>& steps, const std::string& words) {
    replays = without(steps, which);
    for (const std::string& step : steps) told[step] = words;
  };
  if (const std::string step = recorded_after_mask(exercise, replays); !step.empty())
    set_aside({step}, "all that is not -inf is right: they were recorded after the mask");
  const std::set<std::string> unnamed_at_first = unnamed_steps(exercise, replays, mistakes);
  for (const auto& [step, words] : recorded_later(exercise, replays))
    if (unnamed_at_first.contains(step)) set_aside({step}, words);
  for (std::size_t turn = 0; turn < exercise.steps.size(); ++turn) {
    const auto found = contradiction(exercise, replays, mistakes);
    if (!found) break;
    std::vector<std::vector<std::string>> tries;
    for (const std::string& step : found->suspects) tries.push_back({step});
    if (tries.size() > 1) tries.push_back(found->suspects);
    const auto unnamed = [&](const std::vector<ReplayedRun>& each) {
      return unnamed_steps(exercise, each, mistakes).size();
    };
    const auto solves = [&](const std::vector<std::string>& steps) {
      if (!solved_by(exercise, *found, replays, without(steps, Replays::of_solution))) return false;
      // Else it has to make more of the rest known.
      return !goes_on_with(exercise, steps, replays) ||
             unnamed(without(steps, which)) < unnamed(replays);
    };
    const auto solution = std::ranges::find_if(tries, solves);
    if (solution == tries.end()) break;
    set_aside(*solution,
              words_on_misrecorded(*found, *solution, replays[found->run], exercise.tolerance));
  }
  for (const auto& [step, copied] : recorded_twice(exercise, replays)) {
    const auto unnamed_but_for_it = [&, it = step](const std::vector<ReplayedRun>& each) {
      std::set<std::string> names = unnamed_steps(exercise, each, mistakes);
      names.erase(it);
      return names.size();
    };
    const std::size_t with = unnamed_but_for_it(replays);
    if (with > 0 && unnamed_but_for_it(without({step}, which)) == 0)
      set_aside({step}, fmt::format("recorded with the numbers of {}", copied));
  }
  while (const auto step = record_in_the_way(exercise, mistakes, replays, without_it))
    set_aside({*step},
              "what follows shows that this step had other numbers. Is it recorded too early or "
              "too late, or under another name?");
  return told;
}

/// Replays of a program's runs, and what was done to what it recorded.
struct Replayed {
  std::vector<ReplayedRun> runs;
  bool reordered = false;
  Misrecorded misrecorded;
  double prepare_seconds = 0;
};

/// Replays with the turns of loops in order, and without misrecorded steps.
Replayed replayed_in_order(const Grader& grader, Runner& runner, const Exercise& exercise,
                           const std::vector<Run>& runs, const std::vector<Mistake>& mistakes,
                           Graded& graded) {
  ReplayedRuns replays = replay_runs(grader, runner, exercise, runs,
                                     mistakes.empty() ? Replays::of_solution : Replays::of_all);
  Replayed replayed{std::move(replays.runs), false, {}, replays.prepare_seconds};
  if (replayed.runs.empty()) return replayed;
  replayed.reordered =
      put_turns_in_order(grader, runner, exercise, mistakes, replayed.runs, graded);
  replayed.misrecorded = set_aside_misrecorded(grader, runner, exercise, mistakes, replayed.runs);
  return replayed;
}

/// The steps and results of `all` that earn nothing in some of `runs`: all, where one of these has
/// come to no step.
std::set<std::string> missed_in(const Grader& grader, Runner& runner, const Exercise& exercise,
                                const std::vector<Run>& runs, const std::vector<Mistake>& mistakes,
                                const std::vector<std::string>& all, Graded& graded) {
  const Replayed replayed = replayed_in_order(grader, runner, exercise, runs, mistakes, graded);
  if (replayed.runs.size() < runs.size()) return {all.begin(), all.end()};
  return missed_steps(exercise, replayed.runs, mistakes, replayed.misrecorded, graded.result.cases);
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

void prepare_replays(const Grader& grader, const Exercise& exercise) {
  if (exercise.measures) return;
  open_versions(grader, exercise, grader.library->of(grader.course, exercise)->mistakes);
}

void tell_each_step(const Grader& grader, Runner& runner, const Exercise& exercise,
                    const std::string& text, const std::vector<Run>& runs,
                    const std::vector<Mistake>& mistakes, bool wordless, Graded& graded) {
  ExerciseResult& result = graded.result;
  if (result.verdict == Verdict::passed || runs.empty()) return;
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
  Replayed replayed = replayed_in_order(grader, runner, exercise, runs, mistakes, graded);
  graded.replays = std::move(replayed.runs);
  Telling telling{{stub, text}, !wordless};
  telling.reordered = replayed.reordered;
  telling.misrecorded = std::move(replayed.misrecorded);
  std::set<std::string> missed = tell_steps(exercise, graded.replays, mistakes, telling, result);
  result.prepare_seconds += replayed.prepare_seconds;
  result.run_seconds += seconds_since(start) - replayed.prepare_seconds;
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
          : missed_in(grader, runner, exercise, public_runs(graded), mistakes, all, graded);
  std::vector<Run> fresh;
  for (std::size_t i = count; i < graded.runs.size(); ++i)
    fresh.push_back({&graded.cases[i], &graded.runs[i].untold});
  if (count + fresh.size() < graded.cases.size()) missed.insert(all.begin(), all.end());
  if (missed.size() < all.size())
    missed.merge(missed_in(grader, runner, exercise, fresh, mistakes, all, graded));
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
  const Replayed replayed = replayed_in_order(grader, runner, exercise, runs, {}, graded);
  if (replayed.runs.empty()) return;
  Telling telling;
  telling.reordered = replayed.reordered;
  telling.misrecorded = replayed.misrecorded;
  graded.given = given_its_steps(exercise, replayed.runs.front());
  tell_steps(exercise, replayed.runs, {}, telling, graded.result);
}

}  // namespace grader
