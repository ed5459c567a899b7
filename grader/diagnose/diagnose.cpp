#include "diagnose/diagnose.hpp"

#include "diagnose/property.hpp"
#include "judge/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace grader {
namespace {

bool answered(const Outcome& outcome) { return !outcome.results.empty(); }

/// Without fresh cases, for which no mistake's numbers are known.
std::vector<Run> public_runs(const std::vector<Run>& runs) {
  std::vector<Run> found;
  std::ranges::copy_if(runs, std::back_inserter(found),
                       [](const Run& run) { return !run.one->fresh; });
  return found;
}

/// Whether the program did on this case just what the mistake does.
bool consistent(const Run& run, const Mistake& mistake, const Tolerance& tolerance) {
  const auto values = run.one->mistakes.find(mistake.name);
  if (values == run.one->mistakes.end()) return false;
  if (!answered(*run.outcome)) {
    return run.outcome->ending == Ending::exception && values->second.results.empty();
  }
  return all_match(run.outcome->results, values->second.results, tolerance);
}

/// Whether the program is right where the mistake makes NaN or an infinity, which may have been
/// made an exception of.
bool guarded(const Run& run, const Mistake& mistake, const Tolerance& tolerance) {
  const auto values = run.one->mistakes.find(mistake.name);
  return values != run.one->mistakes.end() &&
         !std::ranges::all_of(values->second.results, is_finite) &&
         std::ranges::all_of(run.one->expected, is_finite) &&
         all_match(run.outcome->results, run.one->expected, tolerance);
}

}  // namespace

std::vector<const NamedTensor*> recorded_for(const std::vector<NamedTensor>& steps,
                                             const Outcome& outcome) {
  std::map<std::string, std::vector<const NamedTensor*>> recorded;
  for (const NamedTensor& sent : outcome.steps) recorded[sent.name].push_back(&sent);
  std::map<std::string, std::size_t> turns;
  std::vector<const NamedTensor*> found;
  for (const NamedTensor& step : steps) {
    const auto& candidates = recorded[step.name];
    const std::size_t turn = turns[step.name]++;
    found.push_back(turn < candidates.size() ? candidates[turn] : nullptr);
  }
  return found;
}

namespace {

/// Whether some element is a number, or an infinity, and a wrong one. Elements that are NaN say
/// that something went wrong, not what.
bool has_wrong_number(const Run& run, const Tolerance& tolerance) {
  std::vector<Tensor> actual = run.outcome->results;
  if (actual.size() != run.one->expected.size()) return !actual.empty();
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const Tensor& expected = run.one->expected[i];
    if (actual[i].shape != expected.shape || !actual[i].complete()) return true;
    for (std::size_t k = 0; k < expected.values.size(); ++k) {
      if (std::isnan(actual[i].values[k])) actual[i].values[k] = expected.values[k];
    }
  }
  return answered(*run.outcome) && !all_match(actual, run.one->expected, tolerance);
}

/// How many of the recorded steps differ from `steps`.
std::size_t differing(const std::vector<NamedTensor>& steps, const Outcome& outcome,
                      const Tolerance& tolerance) {
  const std::vector<const NamedTensor*> recorded = recorded_for(steps, outcome);
  std::size_t count = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (recorded[i] == nullptr) continue;
    if (!compare(recorded[i]->tensor, steps[i].tensor, tolerance).matches()) ++count;
  }
  return count;
}

}  // namespace

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

const Mistake* matching_mistake(const std::vector<Run>& runs, const std::vector<Mistake>& mistakes,
                                const Tolerance& tolerance) {
  const std::vector<Run> known = public_runs(runs);
  const auto right = [&](const Run& run) {
    return all_match(run.outcome->results, run.one->expected, tolerance);
  };
  if (std::ranges::none_of(known,
                           [&](const Run& run) { return answered(*run.outcome) && !right(run); })) {
    return nullptr;
  }
  const bool numbers =
      std::ranges::any_of(known, [&](const Run& run) { return has_wrong_number(run, tolerance); });
  if (!right(known.front()) && !numbers) return nullptr;
  for (const bool guards : {false, true}) {
    if (guards && !numbers) break;
    const auto fits = [&](const Run& run, const Mistake& mistake) {
      return consistent(run, mistake, tolerance) || (guards && guarded(run, mistake, tolerance));
    };
    const Mistake* found = nullptr;
    for (const Mistake& mistake : mistakes) {
      if (mistake.equivalent ||
          !std::ranges::all_of(known, [&](const Run& run) { return fits(run, mistake); }))
        continue;
      if (found != nullptr && found->message != mistake.message) return nullptr;
      // Of mistakes that share a message, the one that owns it speaks for all.
      if (found == nullptr || mistake.shares.empty()) found = &mistake;
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

bool steps_agree(const std::vector<Run>& runs, const Mistake& mistake, const Tolerance& tolerance) {
  return std::ranges::all_of(public_runs(runs), [&](const Run& run) {
    const auto values = run.one->mistakes.find(mistake.name);
    if (values == run.one->mistakes.end()) return false;
    // It throws, and how far it came is not known.
    if (values->second.results.empty()) return !answered(*run.outcome);
    return !values->second.steps.empty() &&
           differing(values->second.steps, *run.outcome, tolerance) == 0;
  });
}

bool records_steps_of(const std::vector<Run>& runs, const Mistake& mistake,
                      const Tolerance& tolerance) {
  const bool some_wrong = std::ranges::any_of(public_runs(runs), [&](const Run& run) {
    return differing(run.one->steps, *run.outcome, tolerance) > 0;
  });
  return some_wrong && steps_agree(runs, mistake, tolerance);
}

std::vector<std::string> notes_on_steps(const std::vector<Run>& runs,
                                        const std::vector<Mistake>& mistakes,
                                        const Tolerance& tolerance) {
  std::vector<std::string> notes;
  for (const Mistake& mistake : mistakes) {
    if (!mistake.equivalent) continue;
    bool fits = true;
    bool differs = false;
    for (const Run& run : runs) {
      const auto values = run.one->mistakes.find(mistake.name);
      if (values == run.one->mistakes.end()) continue;
      fits = fits && differing(values->second.steps, *run.outcome, tolerance) == 0;
      differs = differs || differing(run.one->steps, *run.outcome, tolerance) > 0;
    }
    if (fits && differs) notes.push_back(mistake.message);
  }
  return notes;
}

}  // namespace grader
