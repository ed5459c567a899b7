#include "grade/replay.hpp"

#include "compile/program.hpp"
#include "compile/replay_program.hpp"
#include "core/error.hpp"
#include "diagnose/fit_turns.hpp"
#include "diagnose/naming.hpp"
#include "diagnose/record_advice.hpp"
#include "grade/cases.hpp"
#include "grade/steps.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <algorithm>
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
  }
}

/// What the program has to do with the exercise: other steps are left out.
std::vector<NamedTensor> known_steps(const Exercise& exercise, const Outcome& outcome) {
  std::vector<NamedTensor> steps;
  for (const NamedTensor& step : outcome.steps) {
    if (std::ranges::find(exercise.steps, step.name) != exercise.steps.end()) steps.push_back(step);
  }
  return steps;
}

Outcome replay(Runner& runner, int program, const Exercise& exercise, const Run& run,
               const std::set<std::string>& other_shape, std::size_t mistakes) {
  // It is the course's own code that computes: the submission's time is not spent on it.
  Limits limits = exercise.limits;
  limits.run_seconds = 0;
  Given given{known_steps(exercise, *run.outcome), run.outcome->results, other_shape,
              exercise.tolerance, static_cast<std::uint32_t>(mistakes + 1)};
  const std::vector<Tensor> inputs = arguments_of(exercise, run.one->inputs);
  Outcome outcome = runner.replay(program, inputs, given, limits);
  if (outcome.ending == Ending::returned || mistakes == 0) return outcome;
  given.versions = 1;  // one of the others could not stand these arrays
  return runner.replay(program, inputs, given, limits);
}

}  // namespace

ReplayedRuns replay_runs(const Grader& grader, Runner& runner, const Exercise& exercise,
                         const std::vector<Run>& runs, Replays replays) {
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
        {run, replay(runner, program.get(), exercise, run, other_shape, mistakes)});
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
      if (&run.outcome == own.outcome) run.outcome.steps = std::move(outcomes[i].steps);
    }
  }
  replays = std::move(ordered);
  return true;
}

}  // namespace

void tell_each_step(const Grader& grader, Runner& runner, const Exercise& exercise,
                    const std::vector<Run>& runs, const std::vector<Mistake>& mistakes,
                    bool wordless, Graded& graded) {
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
  ReplayedRuns replays = replay_runs(grader, runner, exercise, runs, Replays::of_all);
  graded.replays = std::move(replays.runs);
  Telling telling{stub, !wordless};
  telling.reordered =
      put_turns_in_order(grader, runner, exercise, mistakes, graded.replays, graded);
  tell_steps(exercise, graded.replays, mistakes, telling, result);
  result.prepare_seconds += replays.prepare_seconds;
  result.run_seconds += seconds_since(start) - replays.prepare_seconds;
}

void replay_one(const Grader& grader, Runner& runner, const Exercise& exercise,
                const std::vector<Run>& runs, Graded& graded) {
  if (graded.result.verdict == Verdict::passed || runs.empty()) return;
  std::vector<ReplayedRun> replays =
      replay_runs(grader, runner, exercise, runs, Replays::of_solution).runs;
  if (replays.empty()) return;
  Telling telling;
  telling.reordered = put_turns_in_order(grader, runner, exercise, {}, replays, graded);
  graded.given = given_its_steps(exercise, replays.front());
  tell_steps(exercise, replays, {}, telling, graded.result);
}

}  // namespace grader
