#pragma once
// The comparison: the only place that decides whether numbers are right.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"
#include "core/tensor.hpp"

#include <optional>
#include <vector>

namespace grader {

struct Comparison {
  bool same_shape = false;
  bool finite = true;  ///< every actual element is finite where the expected one is
  std::size_t elements = 0;
  std::size_t mismatches = 0;
  std::optional<double> max_abs_error;  ///< over elements that are finite on both sides
  std::optional<WorstElement> worst;  ///< the first that is not finite, else the largest difference

  bool matches() const { return same_shape && mismatches == 0; }
};

/// Whether an element is right: |actual - expected| <= atol + rtol * |expected|. NaN matches NaN
/// and an infinity the same infinity: only known mistakes have these.
bool element_matches(double actual, double expected, const Tolerance& tolerance);

/// Compares element by element. Shapes must be equal, (3) is not (1, 3), and an array without its
/// values matches nothing.
Comparison compare(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance);

/// Whether there are as many arrays as expected and each matches.
bool all_match(const std::vector<Tensor>& actual, const std::vector<Tensor>& expected,
               const Tolerance& tolerance);

}  // namespace grader
