#include "picture/scales.hpp"

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

constexpr double widest_ratio = 3;  // of the common scale to that of the expected numbers

}  // namespace

double position(const Scale& scale, double value) {
  if (value <= scale.low) return 0;
  if (value >= scale.high) return 1;
  // Halved, since the whole range of double is wider than a double.
  return (value / 2 - scale.low / 2) / (scale.high / 2 - scale.low / 2);
}

void Range::add(double value) {
  if (!std::isfinite(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

Scale common_scale(const Range& expected, const Range& actual) {
  if (expected.empty() && actual.empty()) return {};
  Range range = expected.empty() ? actual : expected;
  if (!actual.empty() && !expected.empty()) {
    Range both = expected;
    both.add(actual.low);
    both.add(actual.high);
    const double width = expected.high / 2 - expected.low / 2;
    if (both.high / 2 - both.low / 2 <= widest_ratio * width) range = both;
  }
  if (range.low == range.high) {  // a single number: it and zero
    range.add(0);
    if (range.low == range.high) range.high = 1;
  }
  return {range.low, range.high};
}

bool exceeds(const Range& range, const Scale& scale) {
  return !range.empty() && (range.low < scale.low || range.high > scale.high);
}

}  // namespace grader
