#include "grade/messages.hpp"

#include "compile/program.hpp"
#include "compile/replay_program.hpp"
#include "course/sealed.hpp"
#include "grade/cases.hpp"
#include "grade/replayer.hpp"
#include "judge/compare.hpp"

#include <algorithm>

namespace grader {
namespace {

/// What the known mistake number `index` does on a case.
Outcome outcome_of(std::size_t index, Runner& runner, int program, const Exercise& exercise,
                   const Case& one) {
  Limits limits = exercise.limits;
  limits.run_seconds = 0;  // the course's own code computes
  std::vector<Tensor> inputs = arguments_of(exercise, one.inputs);
  inputs.insert(inputs.begin(), {{}, {static_cast<double>(index + 1)}});
  return runner.run(program, inputs, limits);
}

bool shows(const Outcome& outcome, const Case& one, const Tolerance& tolerance) {
  return !all_match(outcome.results, one.expected, tolerance) ||
         first_wrong_step({&one, &outcome}, tolerance).has_value();
}

}  // namespace

bool Messages::open_program() {
  if (!program_.open()) program_ = open_versions(grader_, exercise_);
  return program_.open();
}

std::vector<const Mistake*> Messages::recorded(const std::vector<Run>& runs, bool equivalent) {
  std::vector<const Mistake*> found;
  const auto differs = [&](const Run& run) {
    return first_wrong_step(run, exercise_.tolerance).has_value();
  };
  if (std::ranges::none_of(runs, differs)) return found;
  for (std::size_t i = 0; i < material_.mistakes.size(); ++i) {
    const Mistake& mistake = material_.mistakes[i];
    const bool told = std::ranges::any_of(
        found, [&](const Mistake* other) { return other->owner() == mistake.owner(); });
    if (mistake.equivalent != equivalent || told) continue;
    if (!open_program()) return found;
    const auto records = [&](const Run& run) {
      Case as_mistaken;
      as_mistaken.steps = outcome_of(i, runner_, program_.get(), exercise_, *run.one).steps;
      return !first_wrong_step({&as_mistaken, run.outcome}, exercise_.tolerance);
    };
    if (!std::ranges::all_of(runs, records)) continue;
    if (const Mistake* open = readable(&mistake)) found.push_back(open);
  }
  return found;
}

const Mistake* Messages::readable(const Mistake* mistake) {
  if (!mistake->seal) return mistake;
  const auto known = std::ranges::find(opened_, mistake->name, &Mistake::name);
  if (known != opened_.end()) return &*known;
  const auto one = std::ranges::find(material_.cases, mistake->seal->case_name, &Case::name);
  if (one == material_.cases.end()) return nullptr;
  if (!open_program()) return nullptr;
  const auto index = static_cast<std::size_t>(mistake - material_.mistakes.data());
  auto message =
      opened_message(*mistake, outcome_of(index, runner_, program_.get(), exercise_, *one));
  if (!message) return nullptr;
  opened_.push_back(*mistake);
  opened_.back().message = std::move(*message);
  opened_.back().seal.reset();
  return &opened_.back();
}

std::string sealed_file(const Grader& grader, const Exercise& exercise) {
  const auto material = grader.library->of(grader.course, exercise);
  const Descriptor program =
      opened_program(replay_program(grader.bench, grader.course, exercise, material->mistakes));
  LaunchedRunner runner(grader.bench);
  std::vector<SealedBy> by;
  for (std::size_t i = 0; i < material->mistakes.size(); ++i) {
    SealedBy first;
    for (const Case& one : material->cases) {
      Outcome outcome = outcome_of(i, runner, program.get(), exercise, one);
      const bool shown = shows(outcome, one, exercise.tolerance);
      if (shown || first.case_name.empty()) first = {one.name, std::move(outcome)};
      if (shown) break;
    }
    by.push_back(std::move(first));
  }
  return sealed_mistakes(material->mistakes, by);
}

}  // namespace grader
