#include "grade/replayer.hpp"

#include "compile/program.hpp"
#include "compile/replay_program.hpp"
#include "core/error.hpp"
#include "grade/cases.hpp"
#include "judge/compare.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace grader {
Descriptor open_versions(const Grader& grader, const Exercise& exercise) {
  const auto material = grader.library->of(grader.course, exercise);
  try {
    const auto file = replay_program(grader.bench, grader.course, exercise, material->mistakes);
    return file.empty() ? Descriptor() : opened_program(file);
  } catch (const GraderFault&) {
    return {};
  } catch (const InputError&) {
    return {};
  } catch (const TryAgain&) {
    return {};
  }
}

namespace {

/// Whether the run recorded or returned something.
bool spoke(const Run& run) { return !run.outcome->steps.empty() || !run.outcome->results.empty(); }

bool failed(const Run& run, const Tolerance& tolerance) {
  return !all_match(run.outcome->results, run.one->expected, tolerance);
}

/// What the program has to do with the exercise: other steps are left out.
Recorded recorded_in(const Exercise& exercise, const Run& run,
                     const std::set<std::string>& misrecorded) {
  std::set<const Tensor*> wrong;
  const std::set<std::string> other_turns = steps_of_other_turns(run);
  for (const JudgedPlace& place : judge_places(exercise, {run, {}, misrecorded}, {})) {
    if (place.differs() && !other_turns.contains(place.name)) wrong.insert(place.student);
  }
  Recorded recorded;
  std::size_t number = 0;
  const auto note = [&](const Tensor& array) {
    if (wrong.contains(&array)) recorded.wrong.insert(number);
    ++number;
  };
  for (const NamedTensor& step : run.outcome->steps) {
    if (!exercise.has_step(step.name)) continue;
    note(step.tensor);
    recorded.steps.push_back(step);
  }
  recorded.results = run.outcome->results;
  for (const Tensor& result : run.outcome->results) note(result);
  return recorded;
}

}  // namespace

Replayer::Replayer(const Grader& grader, Runner& runner, const Exercise& exercise)
    : runner_(runner), exercise_(exercise) {
  if (exercise.measures) return;
  const auto material = grader.library->of(grader.course, exercise);
  for (const Mistake& each : material->mistakes)
    costs_.push_back(static_cast<std::uint32_t>(each.cost));
  const auto start = Clock::now();
  program_ = open_versions(grader, exercise);
  prepare_seconds_ = seconds_since(start);
}

void prepare_replays(const Grader& grader, const Exercise& exercise) {
  if (!exercise.measures) open_versions(grader, exercise);
}

std::vector<ReplayedRun> Replayer::replay(const std::vector<Run>& runs, Replays replays,
                                          const std::set<std::string>& misrecorded) const {
  std::vector<ReplayedRun> replayed_runs;
  for (const Run& run : runs) {
    if (spoke(run)) replayed_runs.push_back({run, {}, misrecorded});
  }
  if (!program_.open() || replayed_runs.empty()) return {};
  // The first that failed comes first: all versions run on it.
  std::vector<ReplayedRun*> order;
  for (ReplayedRun& each : replayed_runs) order.push_back(&each);
  const auto shown = std::ranges::find_if(
      order, [&](const ReplayedRun* each) { return failed(each->run, exercise_.tolerance); });
  if (shown != order.end()) std::rotate(order.begin(), shown, shown + 1);
  std::vector<std::vector<Tensor>> inputs;
  Given given{{}, steps_of_other_shape(runs), misrecorded, exercise_.tolerance};
  if (replays != Replays::of_solution) given.versions += static_cast<std::uint32_t>(costs_.size());
  if (replays == Replays::of_pairs) given.costs = costs_;
  for (const ReplayedRun* each : order) {
    inputs.push_back(arguments_of(exercise_, each->run.one->inputs));
    given.cases.push_back(recorded_in(exercise_, each->run, misrecorded));
  }
  std::vector<Outcome> outcomes = replayed(inputs, std::move(given));
  for (std::size_t i = 0; i < order.size(); ++i) order[i]->replay = std::move(outcomes[i]);
  return replayed_runs;
}

/// An outcome for each case: where they cannot be had together, each alone, and where the known
/// mistakes cannot stand a case, that of the solution.
std::vector<Outcome> Replayer::replayed(const std::vector<std::vector<Tensor>>& inputs,
                                        Given given) const {
  // It is the course's own code that computes: the submission's time is not spent on it.
  Limits limits = exercise_.limits;
  limits.run_seconds = 0;
  std::vector<Outcome> outcomes = runner_.replay(program_.get(), inputs, given, limits);
  if (outcomes.size() == inputs.size() && outcomes.front().ending == Ending::returned)
    return outcomes;
  if (inputs.size() > 1) {
    outcomes.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Given one{
          {given.cases[i]}, given.compared_only, given.set_aside, given.tolerance, given.versions};
      outcomes.push_back(std::move(replayed({inputs[i]}, one).front()));
    }
  } else if (given.versions > 1) {
    given.versions = 1;
    outcomes = runner_.replay(program_.get(), inputs, given, limits);
  }
  return outcomes;
}

}  // namespace grader
