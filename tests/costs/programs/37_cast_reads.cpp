// verdict: too_costly
// limit: third_read

#include "fused_layer_norm.hpp"
namespace softmark {
Rows fused_layer_norm(const Rows& X, double eps) {
  const std::size_t D = X.shape(1);
  Rows out(X.shape(0), D);
  Rows& x = (Rows&)X;
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    double mean = 0, m2 = 0;
    for (std::size_t e = 0; e < D; ++e) {
      const double old = x(n, e) - mean;
      mean += old / double(e + 1);
      m2 += (x(n, e) - mean) * old + 0 * x(n, e);
    }
    const double root = sqrt(m2 / double(D) + eps);
    for (std::size_t e = 0; e < D; ++e) out(n, e) = (x(n, e) - mean) / root;
  }
  return out;
}
}  // namespace softmark
