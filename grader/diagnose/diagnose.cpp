#include "diagnose/diagnose.hpp"

#include "judge/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace grader {

std::vector<const NamedTensor*> recorded_for(const std::vector<NamedTensor>& steps,
                                             const Outcome& outcome) {
  std::map<std::string_view, std::vector<const NamedTensor*>> recorded;  // the next one is last
  for (auto sent = outcome.steps.rbegin(); sent != outcome.steps.rend(); ++sent)
    recorded[sent->name].push_back(&*sent);
  std::vector<const NamedTensor*> found;
  for (const NamedTensor& step : steps) {
    auto& rest = recorded[step.name];
    found.push_back(rest.empty() ? nullptr : rest.back());
    if (!rest.empty()) rest.pop_back();
  }
  return found;
}

std::optional<WrongStep> first_wrong_step(const Run& run, const Tolerance& tolerance) {
  const std::vector<NamedTensor>& steps = run.one->steps;
  const std::vector<const NamedTensor*> recorded = recorded_for(steps, *run.outcome);
  const auto of_name = [&](std::size_t end, const std::string& name) {
    return static_cast<std::size_t>(
        std::count_if(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(end),
                      [&](const NamedTensor& step) { return step.name == name; }));
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (recorded[i] == nullptr) continue;
    const Comparison comparison = compare(recorded[i]->tensor, steps[i].tensor, tolerance);
    if (comparison.matches()) continue;
    const bool repeated = of_name(steps.size(), steps[i].name) > 1;
    std::optional<std::size_t> turn;
    if (repeated) turn = of_name(i, steps[i].name);
    return WrongStep{steps[i].name, turn,
                     explain_comparison(comparison, recorded[i]->tensor, steps[i].tensor.shape)};
  }
  return std::nullopt;
}

std::string step_problem(const Run& run, const Tolerance& tolerance) {
  const std::vector<const NamedTensor*> recorded = recorded_for(run.one->steps, *run.outcome);
  const auto missing = std::ranges::find(recorded, nullptr);
  if (missing != recorded.end()) {
    const auto place = static_cast<std::size_t>(missing - recorded.begin());
    return fmt::format("the step {} is not recorded", run.one->steps[place].name);
  }
  const auto wrong = first_wrong_step(run, tolerance);
  return wrong ? fmt::format("the step {}: {}", wrong->name, wrong->explained) : "";
}

}  // namespace grader
