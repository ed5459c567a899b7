#pragma once
// How far a number may be from what it should be.

namespace grader {

/// Element i is right when |actual - expected| <= atol + rtol * |expected|.
struct Tolerance {
  double rtol = 1e-6;
  double atol = 1e-9;
};

}  // namespace grader
