// verdict: too_costly
// limit: row_for_each_query

#include "window_attention.hpp"

#include <vector>

namespace softmark {

Rows window_attention(const Rows& Q, const Rows& K, const Rows& V, std::size_t w) {
  Rows output(Q.shape(0), V.shape(1));
  const Real root = sqrt(Real(static_cast<double>(Q.shape(1))));
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    std::size_t first = 0;
    if (i >= w) first = i - w + 1;
    // one place for each key up to i, so that key j has its weight at place j
    std::vector<Real> weight(i + 1);
    for (std::size_t j = first; j <= i; ++j) {
      for (std::size_t c = 0; c < Q.shape(1); ++c) weight[j] += Q(i, c) * K(j, c);
      weight[j] /= root;
    }
    Real largest = weight[i];
    for (std::size_t j = first; j <= i; ++j) {
      if (weight[j] > largest) largest = weight[j];
    }
    Real sum = 0;
    for (std::size_t j = first; j <= i; ++j) {
      weight[j] = exp(weight[j] - largest);
      sum += weight[j];
    }
    for (std::size_t c = 0; c < V.shape(1); ++c) {
      Real o = 0;
      for (std::size_t j = first; j <= i; ++j) o += weight[j] * V(j, c);
      output(i, c) = o / sum;
    }
  }
  return output;
}

}  // namespace softmark
