// verdict: too_costly
// limit: all_keys

#include "window_attention.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace softmark {

namespace {

using Matrix = std::vector<std::vector<Real>>;

Matrix scores(const Rows& Q, const Rows& K) {
  Matrix S(Q.shape(0), std::vector<Real>(K.shape(0)));
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    for (std::size_t j = 0; j < K.shape(0); ++j) {
      for (std::size_t c = 0; c < Q.shape(1); ++c) S[i][j] += Q(i, c) * K(j, c);
      S[i][j] /= sqrt(Real(static_cast<double>(Q.shape(1))));
    }
  }
  return S;
}

void hide(Matrix& S, std::size_t w) {
  for (std::size_t i = 0; i < S.size(); ++i) {
    for (std::size_t j = 0; j < S[i].size(); ++j) {
      const bool seen = j <= i && i - j < w;
      if (!seen) S[i][j] = -std::numeric_limits<double>::infinity();
    }
  }
}

}  // namespace

Rows window_attention(const Rows& Q, const Rows& K, const Rows& V, std::size_t w) {
  Matrix S = scores(Q, K);
  hide(S, w);
  Rows output(Q.shape(0), V.shape(1));
  for (std::size_t i = 0; i < S.size(); ++i) {
    const Real top = *std::max_element(S[i].begin(), S[i].end());
    Real sum = 0;
    for (Real& s : S[i]) {
      s = exp(s - top);
      sum += s;
    }
    for (std::size_t c = 0; c < V.shape(1); ++c) {
      Real o = 0;
      for (std::size_t j = 0; j < V.shape(0); ++j) o += S[i][j] * V(j, c);
      output(i, c) = o / sum;
    }
  }
  return output;
}

}  // namespace softmark
