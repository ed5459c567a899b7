#pragma once
// From numbers to places on a scale.

#include <limits>
#include <string>

namespace grader {

/// The numbers that the two ends of a colour map stand for.
struct Scale {
  double low = 0;
  double high = 1;
};

/// Where `value` lies on the scale: 0 at its low end or below, 1 at its high end or above. Not for
/// NaN.
double position(const Scale& scale, double value);

/// The range of finite numbers; low > high where there are none.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value);
  bool empty() const { return low > high; }
};

/// The scale of expected numbers and those of the program, or of the expected ones alone where the
/// others would leave them few shades.
Scale common_scale(const Range& expected, const Range& actual);

/// Whether some number of `range` is beyond an end of `scale`.
bool exceeds(const Range& range, const Scale& scale);

}  // namespace grader
