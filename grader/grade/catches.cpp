#include "grade/catches.hpp"

#include "compile/program.hpp"
#include "compile/versions.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "judge/catches.hpp"
#include "judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

/// What a version does on each of the inputs. They are called together, and each alone where one
/// ends the process.
std::vector<Outcome> on_inputs(const Calls& calls, std::size_t version,
                               const std::vector<std::vector<Tensor>>& inputs) {
  const CaughtVersions& versions = *calls.caught;
  Limits limits = versions.of->limits;
  limits.run_seconds = 0;  // no time of the submission is spent on them
  std::vector<std::vector<Tensor>> all = inputs;
  for (std::vector<Tensor>& each : all)
    each.insert(each.begin(), {{}, {static_cast<double>(version)}});
  std::vector<Outcome> outcomes = calls.runner.run_each(versions.program.get(), all, limits);
  if (!outcomes.empty()) return outcomes;
  for (const std::vector<Tensor>& each : all) {
    outcomes.push_back(calls.runner.run(versions.program.get(), each, limits));
    if (outcomes.back().machine_was_busy)
      throw TryAgain("the machine is too busy to run the reference versions");
    if (outcomes.back().ending == Ending::grader_fault)
      throw GraderFault("the reference versions cannot be run", "./grade doctor");
  }
  return outcomes;
}

std::optional<Refusal> refusal_by_reference(const std::vector<Outcome>& outcomes,
                                            const Limits& limits) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const std::string where = fmt::format("input {}: on it the reference version ", i + 1);
    if (outcomes[i].ending != Ending::returned)
      return Refusal{Verdict::wrong_value, where + "fails: " + explain_ending(outcomes[i], limits)};
    if (!std::ranges::all_of(outcomes[i].results, is_finite))
      return Refusal{Verdict::not_finite, where + "gives values that are not finite"};
  }
  return std::nullopt;
}

}  // namespace

CaughtVersions caught_versions(const Workbench& bench, const Course& course, Library& library,
                               const Exercise& exercise) {
  CaughtVersions versions;
  versions.of = &caught_in(course, exercise);
  const std::vector<Mistake>& known = library.of(course, *versions.of)->mistakes;
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

CaseResult caught_by(const Calls& calls, const Exercise& exercise, const Case& one,
                     const Outcome& outcome) {
  if (outcome.ending != Ending::returned)
    return judge_measured(exercise, one, outcome, {}, calls.limits);
  const Exercise& of = *calls.caught->of;
  if (const auto why = refusal(of, outcome)) return refused(exercise, one, *why);
  const std::vector<std::vector<Tensor>> inputs = inputs_in(of, outcome);
  const std::vector<Outcome> expected = on_inputs(calls, 0, inputs);
  if (const auto why = refusal_by_reference(expected, of.limits))
    return refused(exercise, one, *why);
  std::vector<CaughtBy> caught;
  for (const std::size_t number : calls.caught->numbers) {
    const std::vector<Outcome> found = on_inputs(calls, number, inputs);
    caught.push_back(0);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const bool same = found[i].ending == Ending::returned &&
                        all_match(found[i].results, expected[i].results, of.tolerance);
      if (!same) caught.back() |= CaughtBy{1} << i;
    }
  }
  return judge_catches(exercise, one, inputs.size(), caught);
}

}  // namespace grader
