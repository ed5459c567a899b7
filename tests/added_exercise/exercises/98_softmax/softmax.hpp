#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// What the softmax of this exercise is told besides the scores.
struct Settings {
  double temperature;        ///< divides every score
  xt::xtensor<int, 1> keep;  ///< (N) 1 where a score takes part, 0 where its weight is zero
};

/// What it returns.
struct Weights {
  Vector weights;  ///< (N) they sum to one
  double total;    ///< the sum of the exponentials
};

/// The softmax of N scores. @param scores a list of N scores, each with one element.
Weights softmax(const std::vector<Vector>& scores, Settings settings);

}  // namespace softmark
