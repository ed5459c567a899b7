// verdict: too_costly
// limit: further_pass

#include "fused_layer_norm.hpp"

namespace softmark {

// Reads X only once: all the work is done in the output.
Rows fused_layer_norm(const Rows& X, double eps) {
  const std::size_t D = X.shape(1);
  Rows Y(X.shape(0), D);
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    double mean = 0;
    for (std::size_t e = 0; e < D; ++e) {
      Y(n, e) = X(n, e);
      mean += (Y(n, e) - mean) / static_cast<double>(e + 1);
    }
    double variance = 0;
    for (std::size_t e = 0; e < D; ++e) {
      const double t = Y(n, e) - mean;
      variance += t * t / static_cast<double>(D);
    }
    const double root = sqrt(variance + eps);
    for (std::size_t e = 0; e < D; ++e) {
      Y(n, e) -= mean;
      Y(n, e) /= root;
    }
  }
  return Y;
}

}  // namespace softmark
