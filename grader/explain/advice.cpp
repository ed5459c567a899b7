#include "explain/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

bool is_nan(double value) { return std::isnan(value); }

bool holds_nan(const Run& run) {
  return std::ranges::any_of(run.outcome->results, [](const Tensor& result) {
    return std::ranges::any_of(result.values, is_nan);
  });
}

/// "in the case b", "in all 7 cases" or "in 5 of 7 cases", of those that are not fresh.
std::string where_nan(const std::vector<Run>& runs, const Run& failed) {
  const auto cases = std::ranges::count_if(runs, [](const Run& run) { return !run.one->fresh; });
  const auto with =
      std::ranges::count_if(runs, [](const Run& run) { return !run.one->fresh && holds_nan(run); });
  if (with == 1) return "in the case " + failed.one->name;
  return with == cases ? fmt::format("in all {} cases", cases)
                       : fmt::format("in {} of {} cases", with, cases);
}

/// Whether the program recorded the exercise's first step, with nothing but NaN in it.
bool first_step_unset(const Run& run) {
  if (run.one->steps.empty()) return false;
  const auto sent =
      std::ranges::find(run.outcome->steps, run.one->steps.front().name, &NamedTensor::name);
  return sent != run.outcome->steps.end() && !sent->tensor.values.empty() &&
         std::ranges::all_of(sent->tensor.values, is_nan);
}

/// How far two arrays are apart: the largest error over the largest number, and how many elements
/// differ by more than a double's rounding. Infinite where one has not the shape of the other.
struct Distance {
  double worst = 0;
  std::size_t differ = 0, all = 0;
};

void measure(const Tensor& actual, const Tensor& expected, Distance& distance) {
  double error = 0, largest = 0;
  const bool same = actual.shape == expected.shape && actual.complete();
  for (std::size_t k = 0; k < expected.values.size() && same; ++k) {
    const double wanted = std::abs(expected.values[k]);
    const double difference = std::abs(actual.values[k] - expected.values[k]);
    largest = std::max(largest, wanted);
    error = std::isfinite(difference) ? std::max(error, difference) : INFINITY;
    distance.all += wanted != 0 ? 1 : 0;
    distance.differ += wanted != 0 && difference > 1e-12 * wanted ? 1 : 0;
  }
  if (!same || error > 0)
    distance.worst = std::max(distance.worst, same ? error / largest : INFINITY);
}

}  // namespace

std::string advice_on_nan(const std::vector<Run>& runs, const Run& failed) {
  if (failed.one->fresh || !holds_nan(failed)) return "";
  return fmt::format(
      "The result holds NaN {}. {}", where_nan(runs, failed),
      first_step_unset(failed)
          ? "It is there from the first recorded step on: were its elements ever set? "
            "Matrix::from_shape and xt::empty leave them unset."
          : "NaN comes from 0 / 0, infinity / infinity, infinity minus infinity, infinity times 0 "
            "(as in a mask that is multiplied), the root or logarithm of a negative number, or "
            "elements that were never set (from_shape, xt::empty).");
}

std::string advice_on_digits(const std::vector<Run>& runs) {
  Distance distance;
  for (const Run& run : runs) {
    const std::vector<Tensor>& results = run.outcome->results;
    if (run.one->fresh) continue;
    if (results.size() != run.one->expected.size()) return "";
    for (std::size_t i = 0; i < results.size(); ++i)
      measure(results[i], run.one->expected[i], distance);
  }
  // Rounding of doubles is not what is wrong, and a float rounds nearly every number.
  const double digits = std::floor(-std::log10(distance.worst));
  if (distance.worst < 1e-13 || digits < 5 || 2 * distance.differ < distance.all) return "";
  return fmt::format(
      "All numbers are right to {:.0f} digits of the largest, and not to more: is a variable a "
      "float? Use double.",
      std::min(digits, 9.0));
}

}  // namespace grader
