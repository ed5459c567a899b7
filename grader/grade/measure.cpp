#include "grade/measure.hpp"

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

/// Why the results cannot be measured; empty when they can.
std::string unmeasurable(const Exercise& exercise, const Outcome& outcome) {
  for (std::size_t i = 0; i < outcome.results.size(); ++i) {
    const SentTensor& result = outcome.results[i];
    if (!result.complete()) {
      return fmt::format("{} is too large, with shape {}", exercise.results[i],
                         shape_text(result.shape));
    }
  }
  return "";
}

/// The first result that holds something other than finite numbers; empty for none.
std::string not_finite(const Exercise& exercise, const Outcome& outcome) {
  for (std::size_t i = 0; i < outcome.results.size(); ++i) {
    if (!std::ranges::all_of(outcome.results[i].values, [](double v) { return std::isfinite(v); }))
      return exercise.results[i];
  }
  return "";
}

}  // namespace

Outcome measure(Runner& runner, int measures_program, const Exercise& exercise, const Case& one,
                const Outcome& outcome, const Limits& limits) {
  if (outcome.ending != Ending::returned || outcome.results.size() != exercise.results.size() ||
      !unmeasurable(exercise, outcome).empty()) {
    return {};
  }
  std::vector<Tensor> arguments;
  for (const std::string& name : exercise.measures->arguments) {
    const auto result = std::ranges::find(exercise.results, name);
    if (result == exercise.results.end()) {
      arguments.push_back(one.inputs.at(name));
    } else {
      const SentTensor& sent =
          outcome.results[static_cast<std::size_t>(result - exercise.results.begin())];
      arguments.push_back({sent.shape, sent.values});
    }
  }
  return runner.run(measures_program, arguments, limits);
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
  const auto end_as = [&](Verdict verdict, std::string message) {
    result.verdict = verdict;
    result.message = std::move(message);
    return result;
  };
  if (outcome.results.size() != exercise.results.size())
    return end_as(Verdict::bad_reply, "it sent back another number of results than it has");
  if (const std::string why = unmeasurable(exercise, outcome); !why.empty())
    return end_as(Verdict::wrong_shape, why);
  if (const std::string name = not_finite(exercise, outcome); !name.empty())
    return end_as(Verdict::not_finite, name + " holds a value that is not finite");
  if (measured.ending == Ending::exception)
    return end_as(Verdict::wrong_shape, one_line(printable(measured.text)));
  if (measured.ending == Ending::grader_fault)
    return end_as(Verdict::internal_error, "the measures cannot be run");
  if (measured.ending != Ending::returned) {  // as they would for nothing that makes sense
    return end_as(Verdict::wrong_value,
                  "its results cannot be measured: " + explain_ending(measured, limits));
  }
  if (measured.results.size() != exercise.measures->results.size()) {
    return end_as(Verdict::internal_error,
                  fmt::format("measures.cpp gives {}, exercise.json names {}",
                              count_text(measured.results.size(), "number"),
                              exercise.measures->results.size()));
  }
  for (std::size_t i = 0; i < measured.results.size(); ++i) {
    const std::vector<double>& values = measured.results[i].values;
    result.measures.push_back(
        {exercise.measures->results[i], values.size() == 1 ? values[0] : std::nan("")});
  }
  result.mismatches =
      static_cast<std::size_t>(std::ranges::count_if(requirements, [&](const Requirement& each) {
        return holds_in(each, one.name) && !meets(each, named(result.measures, each.measure).value);
      }));
  const Requirement* failed = first_failed(exercise, one.name, result.measures);
  if (failed == nullptr) return end_as(Verdict::passed, "");
  return end_as(Verdict::wrong_value,
                fmt::format("{} is {}, expected {}", failed->measure,
                            number_text(named(result.measures, failed->measure).value),
                            expected_text(*failed)));
}

}  // namespace grader
