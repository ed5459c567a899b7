// verdict: too_costly

#include "window_attention.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>

static double raw(const softmark::Real& x) { double v; std::memcpy(&v, static_cast<const void*>(&x), 8); return v; }
static const double* base(const softmark::Rows& m) { return reinterpret_cast<const double*>(&const_cast<softmark::Rows&>(m)(0, 0)); }
namespace softmark {
Rows window_attention(const Rows& Q, const Rows& K, const Rows& V, std::size_t w) {
  const std::size_t N = Q.shape(0), d = Q.shape(1), Dv = V.shape(1);
  Rows output(N, Dv);
  const Real scale = 1 / std::sqrt(static_cast<double>(d));
  std::vector<Real> s(N); volatile double sink = 0; const double *q = base(Q), *k = base(K);
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t first = i < w ? 0 : i - w + 1;
    for (std::size_t j = 0; j < N; ++j) { double p = 0; for (std::size_t c = 0; c < d; ++c) p += q[i*d+c] * k[j*d+c]; sink = p; }
    Real largest = -std::numeric_limits<double>::infinity();
    for (std::size_t j = first; j <= i; ++j) { Real p = 0; for (std::size_t c = 0; c < d; ++c) p += Q(i, c) * K(j, c); s[j] = p * scale; largest = std::max(largest, s[j]); }
    Real sum = 0;
    for (std::size_t j = first; j <= i; ++j) { const Real e = exp(s[j] - largest); sum += e; for (std::size_t c = 0; c < Dv; ++c) output(i, c) += e * V(j, c); }
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum;
  }
  return output;
}
}
