#include "compile/prepared.hpp"
#include "compile/program.hpp"
#include "core/error.hpp"
#include "course/cases.hpp"
#include "explain/replayer.hpp"
#include "grade/grader.hpp"
#include "random/keyed_seed.hpp"
#include "run/runner.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

/// Fills in what the solution returns and records on `cases` as the expected values. Those of which
/// it makes nothing finite are left out, where they may be illegal. Returns false in a copy without
/// the solution.
bool expect_solution(const Grader& grader, const Exercise& exercise, Runner& runner,
                     bool may_be_illegal, std::vector<Case>& cases) {
  const auto solution = recorded_solution(grader.bench, exercise);
  if (!solution) return false;
  std::vector<std::vector<Tensor>> calls;
  for (const Case& one : cases) calls.push_back(arguments_of(exercise, one.inputs));
  const Descriptor program = opened_program(*solution);
  Limits limits = own_limits(exercise);
  // Threads can be slow to start.
  limits.cpu_seconds = std::max(limits.cpu_seconds, static_cast<unsigned>(calls.size()));
  std::vector<Outcome> given = runner.run_each(program.get(), std::move(calls), limits);
  given.resize(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool legal =
        given[i].ending == Ending::returned && std::ranges::all_of(given[i].results, is_finite);
    const bool ran = given[i].ending == Ending::returned || given[i].ending == Ending::exception;
    if (!legal && !(may_be_illegal && ran)) {
      throw GraderFault(
          fmt::format("{}: the solution fails on case {}", exercise.folder, cases[i].name),
          fmt::format("./grade verify {:02}", exercise.number));
    }
    if (!legal) continue;
    cases[i].expected = std::move(given[i].results);
    cases[i].steps = std::move(given[i].steps);
  }
  std::erase_if(cases, [](const Case& one) { return one.expected.empty(); });
  return true;
}

}  // namespace

std::vector<Case> fresh_cases(const Grader& grader, const Exercise& exercise,
                              const std::string& text) {
  if (!exercise.recipe.draws_fresh || grader.options.fresh == 0) return {};
  const GradeOptions& options = grader.options;
  const std::uint64_t seed =
      options.secret.empty() ? options.seed : keyed_seed(options.secret, exercise.folder, text);
  // The first is an ordinary one, the others are as unusual as public ones. What a training run
  // must reach holds for ordinary ones alone.
  const auto material = grader.library->of(grader.course, exercise);
  std::vector<const Case*> models;
  if (!exercise.measures) models = models_of_fresh_cases(exercise, material->cases, seed);
  std::vector<Case> cases;
  for (unsigned i = 0; i < options.fresh; ++i) {
    const bool ordinary = i == 0 || models.empty();
    cases.push_back(
        fresh_case(exercise, seed, i, ordinary ? nullptr : models[(i - 1) % models.size()]));
  }
  if (!exercise.measures) {
    LaunchedRunner runner(grader.bench);
    if (!expect_solution(grader, exercise, runner, false, cases)) {
      throw InputError(fmt::format("{}: fresh cases need the solution, which this copy of the "
                                   "course does not have",
                                   exercise.folder),
                       "grade without fresh cases, or in the full course");
    }
  }
  if (exercise.costs) {
    Case& one = cases.emplace_back(cost_case(exercise, seed));
    one.name = "fresh " + one.name;
    one.fresh = true;
  }
  return cases;
}

std::vector<Case> expected_shapes(const Grader& grader, const Exercise& exercise,
                                  const std::string& text, Runner& runner) {
  if (!exercise.recipe.draws_fresh) return {};
  const bool secret = !grader.options.secret.empty();
  const std::uint64_t seed = secret ? keyed_seed(grader.options.secret, exercise.folder, text) : 1;
  const auto material = grader.library->of(grader.course, exercise);
  std::vector<Case> cases =
      shape_cases(exercise, seed, models_of_fresh_cases(exercise, material->cases, seed));
  if (!expect_solution(grader, exercise, runner, true, cases)) return {};
  if (!secret) return cases;
  for (Case& one : cases) one.fresh = true, one.name = "fresh shape";
  return cases;
}

}  // namespace grader
