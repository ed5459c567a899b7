#include "compile/program.hpp"
#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "course/cases.hpp"
#include "explain/replayer.hpp"
#include "grade/run_cases.hpp"
#include "judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

/// What a version does on each of the inputs: together, or each alone where one ends the process.
std::vector<Outcome> on_inputs(const RunContext& calls, std::size_t version,
                               std::vector<std::vector<Tensor>> inputs) {
  const CaughtVersions& versions = *calls.caught;
  const Limits limits = own_limits(*versions.of);
  for (std::vector<Tensor>& each : inputs) each = numbered(version, std::move(each));
  std::vector<Outcome> outcomes = calls.runner.run_each(versions.program.get(), inputs, limits);
  for (std::size_t i = outcomes.size(); i < inputs.size(); ++i) {
    outcomes.push_back(calls.runner.run(versions.program.get(), inputs[i], limits));
    if (outcomes[i].ending == Ending::grader_fault)
      throw TryAgain("the machine is too busy to run the reference versions");
  }
  return outcomes;
}

/// Which input the reference does not take, and why; empty for none.
std::string reference_problem(const std::vector<Outcome>& outcomes, const Limits& limits) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const bool returned = outcomes[i].ending == Ending::returned;
    if (returned && std::ranges::all_of(outcomes[i].results, is_finite)) continue;
    return fmt::format("input {}: on it the reference version {}", i + 1,
                       returned ? "gives values that are not finite"
                                : "fails: " + explain_ending(outcomes[i], limits));
  }
  return "";
}

}  // namespace

CaughtVersions caught_versions(const Toolchain& bench, const Course& course, Library& library,
                               const Exercise& exercise) {
  CaughtVersions versions;
  versions.of = &*std::ranges::find(course.exercises, exercise.catches->of, &Exercise::name);
  const std::vector<Mistake>& known = library.of(course, *versions.of)->mistakes();
  for (const std::string& name : exercise.catches->mistakes) {
    const auto found = std::ranges::find(known, name, &Mistake::name);
    if (found == known.end())
      throw InputError(fmt::format("{}: catches: {} has no known mistake \"{}\"",
                                   (exercise.directory / "exercise.json").string(),
                                   versions.of->folder, printable(name)));
    versions.numbers.push_back(static_cast<std::size_t>(found - known.begin()) + 1);
  }
  const auto program = replay_program(bench, course, *versions.of, known);
  if (program.empty())
    throw GraderFault(fmt::format("{}: there is no program of its mistakes", versions.of->folder),
                      "use a copy of the course with solutions");
  versions.program = opened_program(program);
  return versions;
}

CaseResult caught_by(const RunContext& calls, const Exercise& exercise, const Case& one,
                     const Outcome& outcome) {
  if (outcome.ending != Ending::returned)
    return judge_measured(exercise, one, outcome, {}, calls.limits);
  const Exercise& of = *calls.caught->of;
  std::vector<CaughtBy> caught;
  if (const std::string problem = inputs_problem(of, outcome); !problem.empty())
    return judge_catches(exercise, one, 0, caught, problem);
  const std::vector<std::vector<Tensor>> inputs = inputs_in(of, outcome);
  const std::vector<Outcome> expected = on_inputs(calls, 0, inputs);
  const std::string problem = reference_problem(expected, of.limits);
  for (const std::size_t number : calls.caught->numbers) {
    if (!problem.empty()) break;
    const std::vector<Outcome> found = on_inputs(calls, number, inputs);
    caught.push_back(0);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!all_match(found[i].results, expected[i].results, of.tolerance))
        caught.back() |= CaughtBy{1} << i;
    }
  }
  return judge_catches(exercise, one, inputs.size(), caught, problem);
}

}  // namespace grader
