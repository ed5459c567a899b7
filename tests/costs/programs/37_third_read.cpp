// verdict: too_costly
// limit: third_read

#include "fused_layer_norm.hpp"

namespace softmark {

namespace {

template <class Term>
Real mean_over(std::size_t count, Term term) {
  Real sum = 0;
  for (std::size_t e = 0; e < count; ++e) sum += term(e);
  return sum / static_cast<double>(count);
}

}  // namespace

Rows fused_layer_norm(const Rows& X, double eps) {
  const std::size_t D = X.shape(1);
  Rows output(X.shape(0), D);
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    const Real mean = mean_over(D, [&](std::size_t e) { return X(n, e); });
    const Real variance = mean_over(D, [&](std::size_t e) {
      const Real distance = X(n, e) - mean;
      return distance * distance;
    });
    const Real factor = 1.0 / sqrt(variance + eps);
    for (std::size_t e = 0; e < D; ++e) output(n, e) = (X(n, e) - mean) * factor;
  }
  return output;
}

}  // namespace softmark
