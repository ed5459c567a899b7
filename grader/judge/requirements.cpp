#include "judge/requirements.hpp"

#include "core/text.hpp"
#include "judge/explain.hpp"
#include "judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

const Measure& named(const std::vector<Measure>& measures, const std::string& name) {
  return *std::ranges::find(measures, name, &Measure::name);
}

/// False for a value that is not a number.
bool meets(const Requirement& requirement, double value) {
  return !std::isnan(value) && (!requirement.at_least || value >= *requirement.at_least) &&
         (!requirement.at_most || value <= *requirement.at_most);
}

bool holds_in(const Requirement& requirement, const std::string& name) {
  const auto& cases = requirement.cases;
  return cases.empty() || std::ranges::find(cases, name) != cases.end();
}

std::string expected_text(const Requirement& requirement) {
  if (requirement.at_least == requirement.at_most) return number_text(*requirement.at_least);
  if (!requirement.at_most) return "at least " + number_text(*requirement.at_least);
  if (!requirement.at_least) return "at most " + number_text(*requirement.at_most);
  return fmt::format("from {} to {}", number_text(*requirement.at_least),
                     number_text(*requirement.at_most));
}

/// The first result that holds something other than finite numbers; empty for none.
std::string not_finite(const Exercise& exercise, const Outcome& outcome) {
  for (std::size_t i = 0; i < outcome.results.size(); ++i) {
    if (!std::ranges::all_of(outcome.results[i].values, [](double v) { return std::isfinite(v); }))
      return exercise.results[i];
  }
  return "";
}

/// What is wrong before any measure can be looked at; an empty verdict is none.
struct Obstacle {
  std::optional<Verdict> verdict;
  std::string message;
};

Obstacle obstacle(const Exercise& exercise, const Outcome& outcome, const Outcome& measured,
                  const Limits& limits) {
  if (outcome.results.size() != exercise.results.size())
    return {Verdict::bad_reply, "it sent back another number of results than it has"};
  if (const std::string why = too_large(exercise, outcome); !why.empty())
    return {Verdict::wrong_shape, why};
  if (const std::string name = not_finite(exercise, outcome); !name.empty())
    return {Verdict::not_finite, name + " holds a value that is not finite"};
  if (measured.ending == Ending::exception)
    return {Verdict::wrong_shape, one_line(printable(measured.text))};
  if (measured.ending == Ending::grader_fault)
    return {Verdict::internal_error, "the measures cannot be run"};
  if (measured.ending != Ending::returned) {  // as they would for nothing that makes sense
    return {Verdict::wrong_value,
            "its results cannot be measured: " + explain_ending(measured, limits)};
  }
  if (measured.results.size() != exercise.measures->results.size()) {
    return {Verdict::internal_error, fmt::format("measures.cpp gives {}, exercise.json names {}",
                                                 count_text(measured.results.size(), "number"),
                                                 exercise.measures->results.size())};
  }
  return {};
}

std::vector<Measure> measures_in(const Exercise& exercise, const Outcome& measured) {
  std::vector<Measure> measures;
  for (std::size_t i = 0; i < measured.results.size(); ++i) {
    const std::vector<double>& values = measured.results[i].values;
    measures.push_back(
        {exercise.measures->results[i], values.size() == 1 ? values[0] : std::nan("")});
  }
  return measures;
}

}  // namespace

std::string too_large(const Exercise& exercise, const Outcome& outcome) {
  for (std::size_t i = 0; i < outcome.results.size(); ++i) {
    const Tensor& result = outcome.results[i];
    if (!result.complete()) {
      return fmt::format("{} is too large, with shape {}", exercise.results[i],
                         shape_text(result.shape));
    }
  }
  return "";
}

const Requirement* first_failed(const Exercise& exercise, const std::string& name,
                                const std::vector<Measure>& measures) {
  if (measures.empty()) return nullptr;
  for (const Requirement& requirement : exercise.measures->requirements) {
    if (holds_in(requirement, name) &&
        !meets(requirement, named(measures, requirement.measure).value)) {
      return &requirement;
    }
  }
  return nullptr;
}

CaseResult judge_measured(const Exercise& exercise, const Case& one, const Outcome& outcome,
                          const Outcome& measured, const Limits& limits) {
  const auto& requirements = exercise.measures->requirements;
  CaseResult result;
  if (outcome.ending != Ending::returned) result = judge(exercise, one, outcome, limits);
  result.elements = result.mismatches = requirements.size();
  if (outcome.ending != Ending::returned) return result;
  result.name = one.name;
  if (Obstacle found = obstacle(exercise, outcome, measured, limits); found.verdict) {
    result.verdict = *found.verdict;
    result.message = std::move(found.message);
    return result;
  }
  result.measures = measures_in(exercise, measured);
  result.mismatches =
      static_cast<std::size_t>(std::ranges::count_if(requirements, [&](const Requirement& each) {
        return holds_in(each, one.name) && !meets(each, named(result.measures, each.measure).value);
      }));
  const Requirement* failed = first_failed(exercise, one.name, result.measures);
  result.verdict = failed == nullptr ? Verdict::passed : Verdict::wrong_value;
  if (failed != nullptr) {
    result.message = fmt::format("{} is {}, expected {}", failed->measure,
                                 number_text(named(result.measures, failed->measure).value),
                                 expected_text(*failed));
  }
  return result;
}

}  // namespace grader
