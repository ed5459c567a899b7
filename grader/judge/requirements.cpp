#include "judge/judge.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
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

std::string expected_text(const Missed& missed, const auto& text) {
  if (missed.at_least == missed.at_most) return text(*missed.at_least);
  if (!missed.at_most) return "at least " + text(*missed.at_least);
  if (!missed.at_least && text(*missed.at_most) == text(missed.value)) return "less";
  if (!missed.at_least) return *missed.at_most == 0 ? "none" : "at most " + text(*missed.at_most);
  return fmt::format("from {} to {}", text(*missed.at_least), text(*missed.at_most));
}

/// What was measured, against what is expected, shares in percent. A program that is no distance
/// from another way to work has gone that way; "known seed" is the seed that gives the same.
std::string measured_text(const Missed& missed) {
  constexpr std::string_view distance = "distance from ";
  if (missed.at_least && missed.value >= 0 && missed.measure.starts_with(distance))
    return fmt::format("the results are those of {}, to within {}",
                       missed.measure.substr(distance.size()), number_text(*missed.at_least));
  if (missed.measure == "known seed")
    return fmt::format("the numbers are those of the seed {}", number_text(missed.value));
  const auto text = [share = missed.measure.starts_with("share of ")](double value) {
    return share ? fmt::format("{:.4g} %", 100 * value) : number_text(value);
  };
  return fmt::format("{} = {}, expected {}", missed.measure, text(missed.value),
                     expected_text(missed, text));
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
  if (not_finite != outcome.results.end())
    return Obstacle(Verdict::not_finite, exercise.results[not_finite - outcome.results.begin()] +
                                             " holds a value that is not finite");
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

namespace {

/// What is wrong with an argument's shape; empty where it fits to those before it.
std::string shape_problem(const Draw& draw, const Shape& shape, Sizes& known) {
  const Sizes before = known;
  bool fits = shape.size() == draw.shape.size();
  for (std::size_t i = 0; i < draw.shape.size() && fits; ++i) {
    const auto& [factor, symbol] = draw.shape[i];
    const bool is_new = !symbol.empty() && known.emplace(symbol, shape[i] / factor).second;
    const std::size_t size = symbol.empty() ? 1 : known.at(symbol);
    fits = shape[i] == factor * size && (is_new || shape[i] > 0);
  }
  const bool small = std::ranges::all_of(
      shape, [](std::size_t length) { return length >= 1 && length <= Catches::largest_size; });
  if (fits && small) return "";
  std::vector<std::string> lengths;
  for (const Length& length : draw.shape) lengths.push_back(length.text());
  return fmt::format("{} is {}, expected {}", draw.name, shape_text(shape),
                     fits ? fmt::format("sizes from 1 to {}", Catches::largest_size)
                          : fmt::format("({}){}{}", fmt::join(lengths, ", "),
                                        before.empty() ? "" : " with ", sizes_text(before)));
}

/// What is wrong with an input of `of`; empty for nothing.
std::string input_problem(const Exercise& of, const std::vector<Tensor>& input) {
  Sizes known;
  for (std::size_t i = 0; i < input.size(); ++i) {
    const Draw& draw = *std::ranges::find(of.recipe.draws, of.arguments[i], &Draw::name);
    if (auto problem = shape_problem(draw, input[i].shape, known); !problem.empty()) return problem;
    for (const double value : input[i].values) {
      if (!(std::abs(value) <= Catches::largest_number))
        return fmt::format("{} has {}, expected numbers from {} to {}", draw.name,
                           number_text(value), -Catches::largest_number, Catches::largest_number);
    }
  }
  return "";
}

/// Says that fewer of the inputs catch every mistake, where they do.
std::string words_on_fewer(std::size_t inputs, const std::vector<CaughtBy>& caught) {
  std::size_t fewest = inputs;
  for (CaughtBy some = 1; some < CaughtBy{1} << inputs; ++some) {
    const auto catches = [&](CaughtBy by) { return (by & some) != 0; };
    if (std::ranges::all_of(caught, catches))
      fewest = std::min(fewest, static_cast<std::size_t>(std::popcount(some)));
  }
  if (fewest == inputs) return "";
  return fmt::format("{} of your {} inputs would do: {} every mistake.", fewest, inputs,
                     fewest == 1 ? "it catches" : "together they catch");
}

}  // namespace

std::vector<std::vector<Tensor>> inputs_in(const Exercise& of, const Outcome& outcome) {
  std::vector<std::vector<Tensor>> inputs;
  const std::ptrdiff_t each = std::ssize(of.arguments);
  for (auto at = outcome.results.begin() + 1; outcome.results.end() - at >= each; at += each)
    inputs.emplace_back(at, at + each);
  return inputs;
}

std::string inputs_problem(const Exercise& of, const Outcome& outcome) {
  const double count = outcome.results[0].values.empty() ? 0 : outcome.results[0].values[0];
  if (!(count >= 1 && count <= Catches::most_inputs))
    return fmt::format("it gives {} inputs, expected from 1 to {}", number_text(count),
                       Catches::most_inputs);
  const std::vector<std::vector<Tensor>> inputs = inputs_in(of, outcome);
  if (static_cast<double>(inputs.size()) != count) return other_number_of_results;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (const std::string problem = input_problem(of, inputs[i]); !problem.empty())
      return fmt::format("input {}: {}", i + 1, problem);
  }
  return "";
}

CaseResult judge_catches(const Exercise& exercise, const Case& one, std::size_t inputs,
                         const std::vector<CaughtBy>& caught, const std::string& problem) {
  CaseResult result;
  result.name = one.name;
  result.elements = exercise.catches->mistakes.size();
  std::vector<std::string> missed;
  for (std::size_t i = 0; i <= (problem.empty() ? result.elements : 0); ++i) {
    const Requirement& each = exercise.measures->requirements[i];
    if (i == 0 ? problem.empty() : caught[i - 1] != 0) continue;
    missed.push_back(each.name);
    result.missed.push_back({each.name, each.measure, 0, each.at_least, each.at_most});
  }
  result.mismatches = problem.empty() ? missed.size() : result.elements;
  result.verdict = missed.empty() ? Verdict::passed : Verdict::wrong_value;
  if (missed.empty()) result.note = words_on_fewer(inputs, caught);
  if (!missed.empty())
    result.message = fmt::format("caught {} of {} mistakes with {}; not caught: {}",
                                 result.elements - missed.size(), result.elements,
                                 count_text(inputs, "input"), fmt::join(missed, ", "));
  if (!problem.empty()) result.message = problem;
  return result;
}

}  // namespace grader
