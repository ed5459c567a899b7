// verdict: too_costly
// limit: row_copied

#include "fused_layer_norm.hpp"

#include <algorithm>
#include <vector>

namespace softmark {

// The row in pieces of 256 elements, each in memory of its own, so that it fits in the cache.
Rows fused_layer_norm(const Rows& X, double eps) {
  const std::size_t D = X.shape(1);
  Rows output(X.shape(0), D);
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    std::vector<std::vector<double>> pieces;
    double mean = 0, squares = 0;
    double count = 0;
    for (std::size_t from = 0; from < D; from += 256) {
      std::vector<double> piece;
      piece.reserve(256);
      for (std::size_t e = from; e < std::min(from + 256, D); ++e) {
        piece.push_back(X(n, e));
        const double old = piece.back() - mean;
        mean += old / ++count;
        squares += old * (piece.back() - mean);
      }
      pieces.push_back(std::move(piece));
    }
    const double root = sqrt(squares / count + eps);
    std::size_t e = 0;
    for (const auto& piece : pieces) {
      for (const double& x : piece) output(n, e++) = (x - mean) / root;
    }
  }
  return output;
}

}  // namespace softmark
