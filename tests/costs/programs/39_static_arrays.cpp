// verdict: too_costly
// limit: down_columns

#include "head_layout.hpp"
#include <algorithm>
namespace softmark {
static double k[200 * 40], v[200 * 40];
Rows head_layout(const Rows& Q, const Rows& K, const Rows& V, std::size_t heads) {
  const std::size_t N = Q.shape(0), M = K.shape(0), W = Q.shape(1), d = W / heads;
  Rows out(N, W);
  for (std::size_t j = 0; j < M; ++j) for (std::size_t c = 0; c < W; ++c) { k[j * W + c] = K(j, c); v[j * W + c] = V(j, c); }
  std::vector<double> p(M);
  const double root = std::sqrt(double(d));
  for (std::size_t i = 0; i < N; ++i) for (std::size_t h = 0; h < heads; ++h) {
    double m = -1e308, l = 0;
    for (std::size_t j = 0; j < M; ++j) p[j] = 0;
    for (std::size_t c = 0; c < d; ++c) for (std::size_t j = 0; j < M; ++j) p[j] += Q(i, h * d + c) * k[j * W + h * d + c];
    for (double& x : p) { x /= root; m = std::max(m, x); }
    for (double& x : p) { x = exp(x - m); l += x; }
    for (std::size_t c = 0; c < d; ++c) { double o = 0; for (std::size_t j = 0; j < M; ++j) o += p[j] * v[j * W + h * d + c]; out(i, h * d + c) = o / l; }
  }
  return out;
}
}  // namespace softmark
