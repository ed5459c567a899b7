#include "compile/prepared.hpp"
#include "compile/program.hpp"
#include "core/error.hpp"
#include "course/draw.hpp"
#include "explain/replayer.hpp"
#include "grade/grader.hpp"
#include "random/keyed_seed.hpp"
#include "run/runner.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Fills in what the solution returns and records on `cases` as the expected values.
void expect_solution(const Grader& grader, const Exercise& exercise, std::vector<Case>& cases) {
  const fs::path file = grader.course.solution(exercise);
  if (!fs::exists(file)) {
    const bool released = fs::exists(grader.course.released());
    throw InputError(fmt::format("{}: fresh cases need the solution, {}", file.string(),
                                 released ? "and this copy of the course was released without it"
                                          : "which is not there"),
                     "grade without fresh cases, or in the full course");
  }
  const Program solution = ProgramBuild(grader.bench, exercise, read_file(file)).finish();
  if (solution.problem) {
    throw GraderFault(fmt::format("{}: {}", file.string(), solution.message),
                      fmt::format("./grade verify {:02}", exercise.number));
  }
  LaunchedRunner runner(grader.bench);
  for (Case& one : cases) {
    const Outcome outcome =
        runner.run(solution.file.get(), arguments_of(exercise, one.inputs), own_limits(exercise));
    if (outcome.ending != Ending::returned || !std::ranges::all_of(outcome.results, is_finite)) {
      throw GraderFault(fmt::format("{}: the solution fails on case {}", file.string(), one.name),
                        fmt::format("./grade verify {:02}", exercise.number));
    }
    one.expected = outcome.results;
    one.steps = outcome.steps;
  }
}

}  // namespace

std::vector<Case> fresh_cases(const Grader& grader, const Exercise& exercise,
                              const std::string& text) {
  if (!exercise.recipe.draws_fresh) return {};
  const GradeOptions& options = grader.options;
  const std::uint64_t seed =
      options.secret.empty() ? options.seed : keyed_seed(options.secret, exercise.folder, text);
  // The first is an ordinary one, the others are as unusual as public ones. What a training run
  // must reach holds for ordinary ones alone.
  const auto material = grader.library->of(grader.course, exercise);
  std::vector<const Case*> models;
  if (options.unusual && !exercise.measures)
    models = models_of_fresh_cases(exercise, material->cases, seed);
  std::vector<Case> cases;
  for (unsigned i = 0; i < options.fresh; ++i) {
    const bool ordinary = i == 0 || models.empty();
    cases.push_back(
        fresh_case(exercise, seed, i, ordinary ? nullptr : models[(i - 1) % models.size()]));
  }
  if (!exercise.measures) expect_solution(grader, exercise, cases);
  if (exercise.costs) {
    for (Case& one : cost_cases(exercise, seed)) {
      one.name = "fresh " + one.name;
      one.fresh = true;
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

std::vector<Case> expected_shapes(const Grader& grader, const Exercise& exercise,
                                  const std::string& text, Runner& runner) {
  if (!exercise.recipe.draws_fresh) return {};
  const auto solution = recorded_solution(grader.bench, exercise);
  if (!solution) return {};
  const GradeOptions& options = grader.options;
  const bool secret = !options.secret.empty();
  const std::uint64_t seed = secret ? keyed_seed(options.secret, exercise.folder, text) : 1;
  const auto material = grader.library->of(grader.course, exercise);
  std::vector<Case> cases =
      shape_cases(exercise, seed, models_of_fresh_cases(exercise, material->cases, seed));
  std::vector<std::vector<Tensor>> calls;
  for (const Case& one : cases) calls.push_back(arguments_of(exercise, one.inputs));
  const Descriptor program = opened_program(*solution);
  std::vector<Outcome> given =
      runner.run_each(program.get(), std::move(calls), own_limits(exercise));
  given.resize(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (given[i].ending != Ending::returned || !std::ranges::all_of(given[i].results, is_finite)) {
      throw GraderFault(
          fmt::format("{}: the solution fails on case {}", exercise.folder, cases[i].name),
          fmt::format("./grade verify {:02}", exercise.number));
    }
    cases[i].expected = std::move(given[i].results);
    cases[i].steps = std::move(given[i].steps);
    if (secret) cases[i].fresh = true, cases[i].name = "fresh shape";
  }
  return cases;
}

}  // namespace grader
