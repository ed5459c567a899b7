// verdict: too_costly
// limit: twice

#include "window_attention.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace softmark {

// Blocks of w keys. The window of a query lies in its own block and in the one before, so only two
// blocks are computed, and what is not in the window is masked.
Rows window_attention(const Rows& Q, const Rows& K, const Rows& V, std::size_t w) {
  const std::size_t N = Q.shape(0);
  const std::size_t block = std::min(w, N);
  Rows output(N, V.shape(1));
  std::vector<double> p;
  const double root = sqrt(double(static_cast<double>(Q.shape(1))));
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t own = i / block;
    const std::size_t from = own == 0 ? 0 : (own - 1) * block;
    p.clear();
    double top = -std::numeric_limits<double>::infinity();
    for (std::size_t j = from; j <= i; ++j) {
      double s = 0;
      for (std::size_t c = 0; c < Q.shape(1); ++c) s += Q(i, c) * K(j, c);
      s /= root;
      if (i - j >= w) s = -std::numeric_limits<double>::infinity();
      top = std::max(top, s);
      p.push_back(s);
    }
    double sum = 0;
    for (double& x : p) sum += x = exp(x - top);
    for (std::size_t c = 0; c < V.shape(1); ++c) {
      double o = 0;
      for (std::size_t t = 0; t < p.size(); ++t) o += p[t] * V(from + t, c);
      output(i, c) = o / sum;
    }
  }
  return output;
}

}  // namespace softmark
