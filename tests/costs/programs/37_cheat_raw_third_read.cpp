// verdict: too_costly

#include "fused_layer_norm.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>

static double raw(const softmark::Real& x) { double v; std::memcpy(&v, static_cast<const void*>(&x), 8); return v; }
static const double* base(const softmark::Rows& m) { return reinterpret_cast<const double*>(&const_cast<softmark::Rows&>(m)(0, 0)); }
namespace softmark {
Rows fused_layer_norm(const Rows& X, double eps) {
  const std::size_t N = X.shape(0), D = X.shape(1);
  Rows output(N, D);
  for (std::size_t n = 0; n < N; ++n) {
    const double* x = base(X) + n * D;
    Real mean = 0, S = 0;
    for (std::size_t e = 0; e < D; ++e) mean += X(n, e);
    mean /= static_cast<double>(D);
    for (std::size_t e = 0; e < D; ++e) { const Real t = Real(x[e]) - mean; S += t * t; }
    const Real scale = 1 / sqrt(S / static_cast<double>(D) + eps);
    for (std::size_t e = 0; e < D; ++e) output(n, e) = (X(n, e) - mean) * scale;
  }
  return output;
}
}
