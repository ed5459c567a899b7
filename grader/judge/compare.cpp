#include "judge/compare.hpp"

#include <algorithm>
#include <cmath>

#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__
#error "With -ffast-math a NaN counts as a number: compile without it."
#endif

namespace grader {
namespace {

/// Errors that differ by less, relatively, are as bad: which is larger depends on the processor,
/// and the first one is told.
constexpr double tie = 1e-9;

std::vector<std::size_t> index_of(std::size_t flat, const Shape& shape) {
  std::vector<std::size_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  return index;
}

}  // namespace

bool element_matches(double actual, double expected, const Tolerance& tolerance) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected)) return actual == expected;
  // In this form a NaN or an infinity in `actual` makes the comparison false.
  return std::abs(actual - expected) <= tolerance.atol + tolerance.rtol * std::abs(expected);
}

Comparison compare(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  Comparison comparison;
  comparison.elements = element_count(expected.shape);
  comparison.same_shape = actual.shape == expected.shape && actual.complete();
  if (!comparison.same_shape) {
    comparison.mismatches = comparison.elements;
    return comparison;
  }
  std::size_t worst = 0;
  double worst_error = -1;
  for (std::size_t i = 0; i < comparison.elements; ++i) {
    const double a = actual.values[i];
    const double e = expected.values[i];
    const bool matches = element_matches(a, e, tolerance);
    const double error = std::abs(a - e);
    if (std::isfinite(error)) {
      comparison.max_abs_error = std::max(comparison.max_abs_error.value_or(0), error);
    }
    if (matches) continue;
    ++comparison.mismatches;
    const bool lost = !std::isfinite(a) && std::isfinite(e);
    const double badness = std::isfinite(error) ? error : HUGE_VAL;
    if (lost) comparison.finite = false;
    if (badness > worst_error * (1 + tie)) {
      worst_error = badness;
      worst = i;
    }
  }
  if (comparison.mismatches > 0) {
    comparison.worst =
        WorstElement{index_of(worst, expected.shape), expected.values[worst], actual.values[worst]};
  }
  return comparison;
}

bool all_match(const std::vector<Tensor>& actual, const std::vector<Tensor>& expected,
               const Tolerance& tolerance) {
  return std::equal(actual.begin(), actual.end(), expected.begin(), expected.end(),
                    [&](const Tensor& sent, const Tensor& right) {
                      return compare(sent, right, tolerance).matches();
                    });
}

}  // namespace grader
