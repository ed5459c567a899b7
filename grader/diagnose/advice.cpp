#include "diagnose/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

constexpr std::size_t cases_named = 3;
constexpr double fewest_digits = 5, most_digits = 9;

bool is_nan(double value) { return std::isnan(value); }

bool holds_nan(const Outcome& outcome) {
  return std::ranges::any_of(outcome.results, [](const Tensor& result) {
    return std::ranges::any_of(result.values, is_nan);
  });
}

/// "in all 7 cases", "in the cases a, b" or "in 5 of 7 cases", of those that are not fresh.
std::string where_nan(const std::vector<Run>& runs) {
  std::vector<std::string> names;
  std::size_t cases = 0;
  for (const Run& run : runs) {
    if (run.one->fresh) continue;
    ++cases;
    if (holds_nan(*run.outcome)) names.push_back(run.one->name);
  }
  if (names.size() == cases && cases > 1) return fmt::format("in all {} cases", cases);
  if (names.size() == 1) return "in the case " + names[0];
  if (names.size() <= cases_named) return fmt::format("in the cases {}", fmt::join(names, ", "));
  return fmt::format("in {} of {} cases", names.size(), cases);
}

/// Whether the program recorded the exercise's first step, with nothing but NaN in it.
bool first_step_unset(const Run& run, const Tolerance& tolerance) {
  if (run.one->steps.empty()) return false;
  const std::string& first = run.one->steps.front().name;
  const std::optional<WrongStep> wrong = first_wrong_step(run, tolerance);
  const auto sent = std::ranges::find(run.outcome->steps, first, &NamedTensor::name);
  return wrong && wrong->name == first && wrong->turn.value_or(0) == 0 &&
         !sent->tensor.values.empty() && std::ranges::all_of(sent->tensor.values, is_nan);
}

}  // namespace

std::string advice_on_nan(const std::vector<Run>& runs, const Run& failed,
                          const Tolerance& tolerance) {
  if (failed.one->fresh || !holds_nan(*failed.outcome)) return "";
  const std::string where = fmt::format("The result holds NaN {}. ", where_nan(runs));
  if (first_step_unset(failed, tolerance)) {
    return where +
           "It is there from the first recorded step on: were its elements ever set? "
           "Matrix::from_shape and xt::empty leave them unset.";
  }
  return where +
         "NaN comes from 0 / 0, infinity / infinity, infinity minus infinity, infinity times 0 "
         "(as in a mask that is multiplied), the root or logarithm of a negative number, or "
         "elements "
         "that were never set (from_shape, xt::empty).";
}

std::string advice_on_digits(const std::vector<Run>& runs) {
  double worst = 0;  // error of an element over the largest element of its array
  std::size_t rounded = 0, all = 0;
  for (const Run& run : runs) {
    if (run.one->fresh) continue;
    const std::vector<Tensor>& results = run.outcome->results;
    if (results.size() != run.one->expected.size()) return "";
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Tensor& expected = run.one->expected[i];
      if (results[i].shape != expected.shape || !results[i].complete()) return "";
      double error = 0, largest = 0;
      for (std::size_t k = 0; k < expected.values.size(); ++k) {
        largest = std::max(largest, std::abs(expected.values[k]));
        const double difference = std::abs(results[i].values[k] - expected.values[k]);
        if (!std::isfinite(difference)) return "";
        error = std::max(error, difference);
        if (expected.values[k] == 0) continue;
        ++all;
        rounded += difference > 1e-12 * std::abs(expected.values[k]) ? 1 : 0;
      }
      if (error > 0) worst = std::max(worst, error / largest);
    }
  }
  constexpr double rounding = 1e-13;                     // of doubles: something else is wrong
  if (worst < rounding || 2 * rounded < all) return "";  // a float rounds nearly every number
  const double digits = std::clamp(std::floor(-std::log10(worst)), 0.0, most_digits);
  if (digits < fewest_digits) return "";
  return fmt::format(
      "All numbers are right to {:.0f} digits of the largest, and not to more: is a variable a "
      "float? Use double.",
      digits);
}

}  // namespace grader
