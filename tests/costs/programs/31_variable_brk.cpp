// verdict: passed

#include "row_attention.hpp"
namespace softmark {
Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  Rows output(N, Dv);
  std::vector<double> s(M);
  const double root = std::sqrt(static_cast<double>(d));
  bool brk = false;
  for (std::size_t i = 0; !brk; ++i) {
    if (i == N) { brk = true; continue; }
    double m = -1e308, l = 0;
    for (std::size_t j = 0; j < M; ++j) {
      s[j] = 0;
      for (std::size_t c = 0; c < d; ++c) s[j] += Q(i, c) * K(j, c);
      s[j] /= root;
      m = std::max(m, s[j]);
    }
    for (double& x : s) { x = exp(x - m); l += x; }
    for (std::size_t j = 0; j < M; ++j)
      for (std::size_t c = 0; c < Dv; ++c) output(i, c) += s[j] * V(j, c);
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= l;
  }
  return output;
}
}  // namespace softmark
