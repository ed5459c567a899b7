// verdict: too_costly
// limit: whole_matrix

#include "window_attention.hpp"

#include <algorithm>

namespace softmark {

// All scores of the windows first; the rest of the matrix stays zero and is never looked at.
Rows window_attention(const Rows& Q, const Rows& K, const Rows& V, std::size_t w) {
  const std::size_t N = Q.shape(0);
  Rows S(N, N);
  Rows output(N, V.shape(1));
  const auto first = [w](std::size_t i) { return i < w ? std::size_t{0} : i - w + 1; };
  const Real root = sqrt(Real(static_cast<double>(Q.shape(1))));

  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = first(i); j <= i; ++j) {
      for (std::size_t c = 0; c < Q.shape(1); ++c) S(i, j) += Q(i, c) * K(j, c);
      S(i, j) /= root;
    }
  }
  for (std::size_t i = 0; i < N; ++i) {
    Real top = S(i, i);
    for (std::size_t j = first(i); j <= i; ++j) top = std::max(top, S(i, j));
    Real sum = 0;
    for (std::size_t j = first(i); j <= i; ++j) {
      S(i, j) = exp(S(i, j) - top);
      sum += S(i, j);
    }
    for (std::size_t j = first(i); j <= i; ++j) S(i, j) /= sum;
  }
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = first(i); j <= i; ++j) {
      for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) += S(i, j) * V(j, c);
    }
  }
  return output;
}

}  // namespace softmark
