#pragma once
#include <softmark/exercise.hpp>
namespace softmark {

struct Clusters {
  xt::xtensor<int, 1> labels;  ///< (N) which centre each point goes to
  Matrix moved;                ///< (K, D) the centres after the round
};

/// One round of Lloyd's algorithm for `points` (N, D) and `centres` (K, D). Source: Lloyd 1982.
Clusters k_means(const Matrix& points, const Matrix& centres);

}  // namespace softmark
