#include "staff/verify.hpp"

#include "compile/versions.hpp"
#include "core/error.hpp"
#include "explain/places.hpp"
#include "explain/replayer.hpp"
#include "judge/compare.hpp"
#include "run/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace grader {
namespace {

/// The case's steps with other numbers in those of one name.
std::vector<NamedTensor> with_changed_step(const Case& one, const std::string& name) {
  std::vector<NamedTensor> steps = one.steps;
  for (NamedTensor& step : steps) {
    if (step.name != name) continue;
    for (double& value : step.tensor.values) value = 1.5 * value + 0.25;
  }
  return steps;
}

/// Whether a later step or result of the case has the numbers of the first of this name.
bool found_again(const Case& one, const std::string& name, const Tolerance& tolerance) {
  const auto first = std::ranges::find(one.steps, name, &NamedTensor::name);
  const auto same = [&](const Tensor& other) {
    return compare(other, first->tensor, tolerance).matches();
  };
  return std::any_of(
             first + 1, one.steps.end(),
             [&](const NamedTensor& step) { return step.name != name && same(step.tensor); }) ||
         std::ranges::any_of(one.expected, same);
}

/// Whether other numbers in the steps of a name change another step or a result.
bool others_depend(const Case& one, const std::string& name, const Outcome& replay,
                   const Tolerance& tolerance) {
  if (replay.results.size() != one.expected.size() + 2) return true;  // it throws on them
  for (std::size_t i = 0; i < one.expected.size(); ++i) {
    if (!compare(replay.results[i + 2], one.expected[i], tolerance).matches()) return true;
  }
  for (std::size_t i = 0; i < one.steps.size() && i < replay.steps.size(); ++i) {
    const bool other = one.steps[i].name != name || i > 0;
    if (other && !compare(replay.steps[i].tensor, one.steps[i].tensor, tolerance).matches())
      return true;
  }
  return false;
}

}  // namespace

std::string check_replays(const Grader& grader, const Exercise& exercise) {
  if (exercise.measures || exercise.steps.empty()) return "";
  const auto material = grader.library->of(grader.course, exercise);
  try {
    if (replay_program(grader.bench, grader.course, exercise, material->mistakes).empty())
      return "";
  } catch (const GraderFault& fault) {
    return std::string("the solution and all mistakes in one file: ") + fault.what();
  }
  LaunchedRunner runner(grader.bench);
  Replayer replayer(grader.bench, grader.course, exercise, *material, runner);
  const Case& one = material->cases.front();
  const auto replay = [&](const Outcome& outcome) {
    return replayer.replay({{&one, &outcome}}, Replays::of_solution).front();
  };
  Outcome outcome;
  outcome.steps = one.steps;
  outcome.results = one.expected;
  const ReplayedRun own = replay(outcome);
  for (const JudgedPlace& place : judge_places(exercise, own, {})) {
    if (!exercise.has_step(place.name)) continue;
    if ((place.marks_of(0) & uses_student) != 0) continue;
    return fmt::format(
        "a replay does not go on with the step {}: record a variable that can be assigned to",
        place.name);
  }
  for (const std::string& name : exercise.steps) {
    outcome.steps = with_changed_step(one, name);
    if (found_again(one, name, exercise.tolerance) ||
        others_depend(one, name, replay(outcome).replay, exercise.tolerance))
      continue;
    return fmt::format(
        "nothing depends on the step {} once it is recorded: record it before it is used", name);
  }
  return "";
}

}  // namespace grader
