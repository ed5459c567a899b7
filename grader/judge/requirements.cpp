#include "judge/judge.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

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

/// What was measured, against what is expected. A program that is no distance from another way to
/// work has gone that way; "known seed" is the seed with which a generator gives the same.
std::string measured_text(const Missed& missed) {
  constexpr std::string_view distance = "distance from ";
  const bool none = missed.at_least && !missed.at_most && missed.value >= 0;
  if (none && missed.measure.starts_with(distance)) {
    return fmt::format("the results are those of {}, to {}", missed.measure.substr(distance.size()),
                       number_text(*missed.at_least));
  }
  if (missed.measure == "known seed")
    return fmt::format("the numbers are those of the seed {}", number_text(missed.value));
  return fmt::format("{} = {}, expected {}", missed.measure, number_text(missed.value),
                     expected_text(missed));
}

/// What keeps the measures from being looked at, and the verdict of that.
using Obstacle = std::pair<Verdict, std::string>;

std::optional<Obstacle> obstacle(const Exercise& exercise, const Outcome& outcome,
                                 const Outcome& measured, const Limits& limits) {
  if (outcome.results.size() != exercise.results.size())
    return Obstacle(Verdict::bad_reply, other_number_of_results);
  if (const std::string why = too_large(exercise, outcome); !why.empty())
    return Obstacle(Verdict::wrong_shape, why);
  const auto not_finite = std::ranges::find_if_not(outcome.results, is_finite);
  if (not_finite != outcome.results.end()) {
    const std::string& name = exercise.results[not_finite - outcome.results.begin()];
    return Obstacle(Verdict::not_finite, name + " holds a value that is not finite");
  }
  if (measured.ending == Ending::exception)
    return Obstacle(Verdict::wrong_shape, one_line(printable(measured.text)));
  if (measured.ending == Ending::grader_fault)
    return Obstacle(Verdict::internal_error, "the measures cannot be run");
  if (measured.ending != Ending::returned) {  // as they would for nothing that makes sense
    return Obstacle(Verdict::wrong_value,
                    "its results cannot be measured: " + explain_ending(measured, limits));
  }
  if (measured.results.size() == exercise.measures->results.size()) return std::nullopt;
  return Obstacle(Verdict::internal_error,
                  fmt::format("measures.cpp gives {}, exercise.json names {}",
                              count_text(measured.results.size(), "number"),
                              exercise.measures->results.size()));
}

/// Gives it the narrowest bounds that any requirement has for its measure: one that notices what is
/// far off has wider ones than what is expected in the end.
void narrow_bounds(const Exercise& exercise, const std::string& name, Missed& missed) {
  for (const Requirement& each : exercise.measures->requirements) {
    if (each.measure != missed.measure || !holds_in(each, name)) continue;
    if (missed.at_least && each.at_least)
      missed.at_least = std::max(*missed.at_least, *each.at_least);
    if (missed.at_most && each.at_most) missed.at_most = std::min(*missed.at_most, *each.at_most);
  }
}

/// The requirements that the measures of a case do not meet.
std::vector<Missed> missed_by(const Exercise& exercise, const std::string& name,
                              const std::vector<Tensor>& measured) {
  std::vector<Missed> missed;
  const auto& names = exercise.measures->results;
  for (const Requirement& each : exercise.measures->requirements) {
    const auto place = std::ranges::find(names, each.measure) - names.begin();
    const std::vector<double>& values = measured[static_cast<std::size_t>(place)].values;
    const double value = values.size() == 1 ? values[0] : std::nan("");
    if (!holds_in(each, name) || meets(each, value)) continue;
    missed.push_back({each.name, each.measure, value, each.at_least, each.at_most});
    narrow_bounds(exercise, name, missed.back());
  }
  return missed;
}

}  // namespace

std::string too_large(const Exercise& exercise, const Outcome& outcome) {
  const auto found = std::ranges::find_if_not(outcome.results, &Tensor::complete);
  if (found == outcome.results.end()) return "";
  return fmt::format("{} is too large, with shape {}",
                     exercise.results[found - outcome.results.begin()], shape_text(found->shape));
}

const Requirement* first_missed(const Exercise& exercise, const CaseResult& result) {
  if (result.missed.empty()) return nullptr;
  return &*std::ranges::find(exercise.measures->requirements, result.missed[0].requirement,
                             &Requirement::name);
}

CaseResult judge_measured(const Exercise& exercise, const Case& one, const Outcome& outcome,
                          const Outcome& measured, const Limits& limits) {
  const bool returned = outcome.ending == Ending::returned;
  CaseResult result;
  if (!returned) result = judge(exercise, one, outcome, limits);
  result.name = one.name;
  result.elements = result.mismatches = exercise.measures->requirements.size();
  if (!returned) return result;
  if (auto found = obstacle(exercise, outcome, measured, limits)) {
    std::tie(result.verdict, result.message) = std::move(*found);
    return result;
  }
  result.missed = missed_by(exercise, one.name, measured.results);
  result.mismatches = result.missed.size();
  result.verdict = result.missed.empty() ? Verdict::passed : Verdict::wrong_value;
  if (!result.missed.empty()) result.message = measured_text(result.missed[0]);
  return result;
}

}  // namespace grader
