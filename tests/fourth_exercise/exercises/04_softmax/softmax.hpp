#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// What the softmax of this exercise is told besides the scores.
struct Settings {
  double temperature;  ///< divides every score
  xt::xtensor<int, 1> keep;  ///< (N) 1 where a score takes part, 0 where its weight is zero
};

/// The softmax of N scores. @param scores a list of N scores, each with one element.
/// @return (N) weights that sum to one
Vector softmax(const std::vector<Vector>& scores, Settings settings);

}  // namespace softmark
