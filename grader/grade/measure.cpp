#include "grade/measure.hpp"

#include "core/text.hpp"
#include "judge/explain.hpp"
#include "judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

/// False for a value that is not a number.
bool meets(const Requirement& requirement, double value) {
  return !std::isnan(value) && (!requirement.at_least || value >= *requirement.at_least) &&
         (!requirement.at_most || value <= *requirement.at_most);
}

bool holds_in(const Requirement& requirement, const std::string& name) {
  const auto& cases = requirement.cases;
  return cases.empty() || std::ranges::find(cases, name) != cases.end();
}

std::string expected_text(const Missed& missed) {
  if (missed.at_least == missed.at_most) return number_text(*missed.at_least);
  if (!missed.at_most) return "at least " + number_text(*missed.at_least);
  if (!missed.at_least) return "at most " + number_text(*missed.at_most);
  return fmt::format("from {} to {}", number_text(*missed.at_least), number_text(*missed.at_most));
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

/// The requirements that the measures of a case do not meet.
std::vector<Missed> missed_by(const Exercise& exercise, const std::string& name,
                              const std::vector<SentTensor>& measured) {
  std::vector<Missed> missed;
  const auto& names = exercise.measures->results;
  for (const Requirement& each : exercise.measures->requirements) {
    const auto place = std::ranges::find(names, each.measure) - names.begin();
    const std::vector<double>& values = measured[static_cast<std::size_t>(place)].values;
    const double value = values.size() == 1 ? values[0] : std::nan("");
    if (holds_in(each, name) && !meets(each, value))
      missed.push_back({each.name, each.measure, value, each.at_least, each.at_most});
  }
  return missed;
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

const Requirement* first_missed(const Exercise& exercise, const CaseResult& result) {
  if (result.missed.empty()) return nullptr;
  return &*std::ranges::find(exercise.measures->requirements, result.missed[0].requirement,
                             &Requirement::name);
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
  result.missed = missed_by(exercise, one.name, measured.results);
  result.mismatches = result.missed.size();
  if (result.missed.empty()) return end_as(Verdict::passed, "");
  const Missed& first = result.missed[0];
  return end_as(Verdict::wrong_value, fmt::format("{} is {}, expected {}", first.measure,
                                                  number_text(first.value), expected_text(first)));
}

}  // namespace grader
